import { type Config, ConfigError, loadConfig, readEnvironment, readSecretKeyFile } from '#config';
import { listKnownProviders } from '#providers';
import { type SecretBox, openSecretBox } from '#secrets';
import { CommandFailure } from './command-failure.js';
import { exitCodes } from './exit-codes.js';
import { withSecretKey } from './supervisor/with-secret-key.js';

interface OwnSecretBox {
  /** With the key, as the processes of this installation are given it. */
  config: Config;
  secretBox: SecretBox;
}

export function loadConfigOrFail(environment: NodeJS.ProcessEnv): Config {
  try {
    return loadConfig(environment, process.cwd(), listKnownProviders());
  } catch (error) {
    if (error instanceof ConfigError) throw new CommandFailure(error.message, exitCodes.config);
    throw error;
  }
}

export function openOwnSecretBox(config: Config): OwnSecretBox {
  const keyed = loadConfigOrFail(withSecretKey(config, readEnvironment()));
  const { secretKey } = keyed;
  if (secretKey === undefined) throw new CommandFailure('MODELGATE_SECRET_KEY: is not set', exitCodes.config);
  return { config: keyed, secretBox: openSecretBox({ ...keyed, secretKey }, readSecretKeyFile) };
}

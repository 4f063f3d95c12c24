import { type Config, ConfigError, loadConfig, readEnvironment, readSecretKeyFile } from '#config';
import { listKnownProviders } from '#providers';
import { type SecretBox, openSecretBox } from '#secrets';
import { CommandFailure } from './command-failure.js';
import { exitCodes } from './exit-codes.js';
import { withSecretKey } from './supervisor/with-secret-key.js';

interface InstallationSecretBox {
  /** Includes the secret key. */
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

export function openInstallationSecretBox(config: Config): InstallationSecretBox {
  const configWithKey = loadConfigOrFail(withSecretKey(config, readEnvironment()));
  const { secretKey } = configWithKey;
  if (secretKey === undefined) throw new CommandFailure('MODELGATE_SECRET_KEY: is not set', exitCodes.config);
  return {
    config: configWithKey,
    secretBox: openSecretBox({ ...configWithKey, secretKey }, readSecretKeyFile),
  };
}

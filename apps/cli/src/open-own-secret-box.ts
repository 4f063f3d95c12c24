import { type Config, readEnvironment, readSecretKeyFile } from '#config';
import { type SecretBox, openSecretBox } from '#secrets';
import { CommandFailure } from './command-failure.js';
import { exitCodes } from './exit-codes.js';
import { loadConfigOrFail } from './load-config-or-fail.js';
import { withSecretKey } from './supervisor/with-secret-key.js';

export interface OwnSecretBox {
  /** With the key, as the processes of this installation are given it. */
  config: Config;
  secretBox: SecretBox;
}

export function openOwnSecretBox(config: Config): OwnSecretBox {
  const keyed = loadConfigOrFail(withSecretKey(config, readEnvironment()));
  const { secretKey } = keyed;
  if (secretKey === undefined) throw new CommandFailure('MODELGATE_SECRET_KEY: is not set', exitCodes.config);
  return { config: keyed, secretBox: openSecretBox({ ...keyed, secretKey }, readSecretKeyFile) };
}

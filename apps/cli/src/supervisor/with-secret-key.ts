import type { Config } from '#config';
import { hasEmbeddedPostgres } from '#embedded-postgres';
import { ensureSecretKeyFile } from './secret-key-file.js';

/** The key beside an embedded database is ours to make; beside any other it has to be given. */
export function withSecretKey(
  config: Pick<Config, 'dataDir' | 'database' | 'secretKey'>,
  environment: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  if (config.secretKey !== undefined || config.database.kind !== 'embedded') return environment;
  const keyFile = ensureSecretKeyFile(config.dataDir, hasEmbeddedPostgres(config.dataDir));
  return { ...environment, MODELGATE_SECRET_KEY_FILE: keyFile };
}

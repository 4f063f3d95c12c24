import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#config';
import { ensureSecretKeyFile } from './secret-key-file.js';

/** The key beside an embedded database is ours to make; beside any other it has to be given. */
export function withSecretKey(
  config: Pick<Config, 'dataDir' | 'database' | 'secretKey'>,
  environment: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  if (config.secretKey !== undefined || config.database.kind !== 'embedded') return environment;
  const keyFile = ensureSecretKeyFile(config.dataDir, embeddedDatabaseExists(config.dataDir));
  return { ...environment, MODELGATE_SECRET_KEY_FILE: keyFile };
}

/** The launcher keeps the password in the data folder wherever the cluster itself lives, and makes it first. */
function embeddedDatabaseExists(dataDir: string): boolean {
  return existsSync(join(dataDir, 'postgres-password'));
}

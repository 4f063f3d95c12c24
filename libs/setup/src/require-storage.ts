import { type Config, ConfigError, readSecretKeyFile } from '#config';
import { type SecretBox, openSecretBox } from '#secrets';

/** The database and the key to its secrets. `npm start` provides both; a process started by hand must be told. */
export function requireStorage(config: Config): { databaseUrl: string; secretBox: SecretBox } {
  const { database, secretKey } = config;
  if (database.kind !== 'url')
    throw new ConfigError('DATABASE_URL: is not set; "npm start" runs a database of its own');
  if (secretKey === undefined) throw new ConfigError('MODELGATE_SECRET_KEY: is not set');
  const secretBox = openSecretBox({ ...config, secretKey }, readSecretKeyFile);
  return { databaseUrl: database.url, secretBox };
}

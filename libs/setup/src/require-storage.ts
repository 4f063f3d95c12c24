import { type Config, ConfigError } from '#config';
import { SecretBox } from '#secrets';

/** The database and the key to its secrets. `npm start` provides both; a process started by hand must be told. */
export function requireStorage({ database, secretKey }: Config): {
  databaseUrl: string;
  secretKey: Uint8Array;
  secretBox: SecretBox;
} {
  if (database.kind !== 'url')
    throw new ConfigError('DATABASE_URL: is not set; "npm start" runs a database of its own');
  if (secretKey === undefined) throw new ConfigError('MODELGATE_SECRET_KEY: is not set');
  return { databaseUrl: database.url, secretKey, secretBox: new SecretBox(secretKey) };
}

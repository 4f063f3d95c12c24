import { type Config } from './config.js';
import { ConfigError } from './config-error.js';

/** `npm start` provides a database; a process that is started by hand must be told of one. */
export function requireDatabaseUrl({ database }: Pick<Config, 'database'>): string {
  if (database.kind === 'url') return database.url;
  throw new ConfigError('DATABASE_URL: is not set; "npm start" runs a database of its own');
}

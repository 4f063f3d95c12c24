import { ConfigError, readEnvironment } from '#config';
import { SchemaMismatch, migrateDatabase } from '#database';
import { CommandFailure } from './command-failure.js';
import { exitCodes } from './exit-codes.js';
import { type Output } from './frame/output.js';
import { loadConfigOrFail } from './installation-config.js';
import { withDatabase } from './with-database.js';

/** Migrates the database to the current schema. Starts the embedded database if it is not running. */
export async function migrate(output: Output): Promise<void> {
  const config = loadConfigOrFail(readEnvironment());
  const messages = {
    print: (line: string) => output.note(line),
    onStop: 'Finishing the migration before stopping …',
  };
  const log = (line: string): void => output.note(`${line.charAt(0).toUpperCase()}${line.slice(1)}.`);
  const { applied } = await withDatabase(config, messages, (url, directUrl = url) =>
    migrateDatabase(directUrl, log).catch((error: unknown) => {
      if (!(error instanceof ConfigError)) throw error;
      const outcome =
        error instanceof SchemaMismatch ? 'All migrations are applied, but' : 'Nothing was changed:';
      throw new CommandFailure(`${outcome} ${error.message}.`, exitCodes.config);
    }),
  );
  output.result({ applied }, () =>
    applied.length === 0 ? ['The database is up to date.'] : applied.map((name) => `Applied ${name}`),
  );
}

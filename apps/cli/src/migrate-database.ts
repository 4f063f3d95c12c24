import { readEnvironment } from '#config';
import { migrateDatabase } from '#database';
import { type Output } from './frame/output.js';
import { loadConfigOrFail } from './installation-config.js';
import { withDatabase } from './with-database.js';

/** Brings the database to the current schema, whether it is running or not. */
export async function migrate(output: Output): Promise<void> {
  const config = loadConfigOrFail(readEnvironment());
  const talk = { print: (line: string) => output.note(line), onStop: 'Finishing the migration first …' };
  const { applied } = await withDatabase(config, talk, migrateDatabase);
  output.result({ applied }, () =>
    applied.length === 0 ? ['The database is up to date.'] : applied.map((name) => `Applied ${name}`),
  );
}

import { readEnvironment } from '#config';
import { migrateDatabase } from '#database';
import { loadConfigOrFail } from './load-config-or-fail.js';
import { printLine } from './print-line.js';
import { withDatabase } from './with-database.js';

/** Brings the database to the current schema, whether it is running or not. */
export async function migrate(): Promise<void> {
  const config = loadConfigOrFail(readEnvironment());
  const talk = { print: printLine, onStop: 'Finishing the migration first …' };
  const { applied } = await withDatabase(config, talk, migrateDatabase);
  for (const name of applied) printLine(`Applied ${name}`);
  if (applied.length === 0) printLine('The database is up to date.');
}

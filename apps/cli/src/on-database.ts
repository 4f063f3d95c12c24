import { readEnvironment } from '#config';
import { type Database, createDataSource } from '#database';
import { type Output } from './frame/output.js';
import { loadConfigOrFail } from './load-config-or-fail.js';
import { withDatabase } from './with-database.js';

/** Does some work on the database of this installation, for which no key is needed. */
export async function onDatabase<T>(
  output: Output,
  onStop: string,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const config = loadConfigOrFail(readEnvironment());
  return withDatabase(config, { print: (line) => output.note(line), onStop }, async (url) => {
    const dataSource = createDataSource({ url, entities: [], poolSize: 1 });
    await dataSource.initialize();
    try {
      return await work(dataSource);
    } finally {
      await dataSource.destroy();
    }
  });
}

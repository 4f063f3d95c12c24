import { createDataSource } from '#database';
import { type TestDatabase, createTestDatabase } from '../harness/test-database.js';

export type HarnessDatabase = ReturnType<typeof createDataSource>;

export interface DatabaseCopies {
  /** Creates an empty database with every table. */
  copy(): Promise<HarnessDatabase>;
  drop(): Promise<void>;
}

export async function openDatabaseCopies(): Promise<DatabaseCopies> {
  const databases: TestDatabase[] = [];
  const opened: HarnessDatabase[] = [];
  return {
    copy: async () => {
      const database = await createTestDatabase();
      databases.push(database);
      const dataSource = createDataSource({ url: database.url, entities: [], poolSize: 4 });
      opened.push(dataSource);
      return dataSource.initialize();
    },
    drop: async () => {
      await Promise.all(opened.filter((one) => one.isInitialized).map((one) => one.destroy()));
      for (const database of databases) await database.drop();
    },
  };
}

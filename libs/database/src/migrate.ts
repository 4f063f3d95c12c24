import { type DataSource } from 'typeorm';
import { withSetupLock } from './advisory-lock.js';
import { createDataSource } from './data-source.js';

/** Brings the schema up to date and names what was applied. The caller holds the setup lock. */
export async function runMigrations(dataSource: DataSource): Promise<string[]> {
  const applied = await dataSource.runMigrations();
  return applied.map((migration) => migration.name);
}

export async function migrateDatabase(url: string): Promise<{ applied: string[] }> {
  const dataSource = createDataSource({ url, entities: [], poolSize: 2 });
  await dataSource.initialize();
  try {
    return { applied: await withSetupLock(dataSource, () => runMigrations(dataSource)) };
  } finally {
    await dataSource.destroy();
  }
}

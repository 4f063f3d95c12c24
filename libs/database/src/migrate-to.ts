import { DataSource } from 'typeorm';
import { dataSourceOptions } from './data-source.js';
import { MIGRATIONS } from './migrations/index.js';

/** The names of all migrations of this version, in their order. */
export function listKnownMigrations(): string[] {
  return MIGRATIONS.map(({ name }) => name);
}

/** A data source that migrates an empty database to the schema of an earlier version. */
export function createDataSourceAt(url: string, migrations: readonly string[]): DataSource {
  return new DataSource({
    ...dataSourceOptions({ url, entities: [], poolSize: 4 }),
    migrations: MIGRATIONS.filter(({ name }) => migrations.includes(name)),
  });
}

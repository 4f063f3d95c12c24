import { type DataSource } from 'typeorm';

/** What Postgres says of a table that is not there. */
const NO_TABLE = '42P01';

/** Whether the database has all tables that this version needs. */
export async function isMigrated(dataSource: DataSource): Promise<boolean> {
  const applied = new Set(await appliedTo(dataSource));
  return dataSource.migrations.every(({ name, constructor }) => applied.has(name ?? constructor.name));
}

async function appliedTo(dataSource: DataSource): Promise<string[]> {
  try {
    const rows = await dataSource.query<{ name: string }[]>('SELECT name FROM migrations');
    return rows.map(({ name }) => name);
  } catch (error) {
    if ((error as { code?: unknown }).code === NO_TABLE) return [];
    throw error;
  }
}

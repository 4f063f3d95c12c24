import { type DataSource } from 'typeorm';

/** The error code of Postgres for a missing table. */
const NO_TABLE = '42P01';

export interface SchemaState {
  /** Migrations of this version that the database does not have. */
  pending: string[];
  /** Migrations of the database that this version does not have: they are from a newer version. */
  unknown: string[];
}

/** Compares the migrations of the database with those of this version. */
export async function compareSchema(dataSource: DataSource): Promise<SchemaState> {
  const applied = await readApplied(dataSource);
  const known = dataSource.migrations.map(({ name, constructor }) => name ?? constructor.name);
  return {
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

/** Whether the database has all migrations of this version. */
export async function isMigrated(dataSource: DataSource): Promise<boolean> {
  return (await compareSchema(dataSource)).pending.length === 0;
}

async function readApplied(dataSource: DataSource): Promise<string[]> {
  try {
    const rows = await dataSource.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY id');
    return rows.map(({ name }) => name);
  } catch (error) {
    if ((error as { code?: unknown }).code === NO_TABLE) return [];
    throw error;
  }
}

import { type DataSource } from 'typeorm';

/** What Postgres says of a table that is not there. */
const NO_TABLE = '42P01';

export interface SchemaState {
  /** What this version needs and the database does not have. */
  pending: string[];
  /** What the database has and this version has never heard of: a newer version made it. */
  unknown: string[];
}

/** How the schema of the database differs from the one of this version. */
export async function compareSchema(dataSource: DataSource): Promise<SchemaState> {
  const applied = await readApplied(dataSource);
  const known = dataSource.migrations.map(({ name, constructor }) => name ?? constructor.name);
  return {
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

/** Whether the database has all tables that this version needs. */
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

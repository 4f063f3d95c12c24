import { type DataSource } from 'typeorm';

/** By table: a text that changes when any row changes. */
export type TableVersions = ReadonlyMap<string, string>;

/**
 * Reads the versions of tables, from the header of each row. Every change writes a new row version with the id of its
 * transaction. Unlike a timestamp, count and sum of these ids also show changes that committed late.
 */
export async function readTableVersions(
  database: Pick<DataSource, 'query'>,
  tables: readonly string[],
): Promise<TableVersions> {
  if (tables.length === 0) return new Map();
  const selects = tables.map(
    (table) =>
      `SELECT '${table}' AS name, count(*) || ' ' || COALESCE(sum(xmin::text::bigint), 0) AS version FROM ${table}`,
  );
  const rows = await database.query<{ name: string; version: string }[]>(selects.join(' UNION ALL '));
  return new Map(rows.map(({ name, version }) => [name, version]));
}

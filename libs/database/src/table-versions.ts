import { type DataSource } from 'typeorm';

/** By table: something that is another as soon as any row is. */
export type TableVersions = ReadonlyMap<string, string>;

/**
 * What tables are like, at the price of one look at each row's head. Every change writes a row anew, under the number of
 * its transaction; the rows together tell a change that committed late as well as one in order, as no clock would.
 */
export async function readTableVersions(
  database: Pick<DataSource, 'query'>,
  tables: readonly string[],
): Promise<TableVersions> {
  if (tables.length === 0) return new Map();
  const looks = tables.map(
    (table) =>
      `SELECT '${table}' AS name, count(*) || ' ' || COALESCE(sum(xmin::text::bigint), 0) AS version FROM ${table}`,
  );
  const rows = await database.query<{ name: string; version: string }[]>(looks.join(' UNION ALL '));
  return new Map(rows.map(({ name, version }) => [name, version]));
}

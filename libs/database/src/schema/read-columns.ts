import { type DataSource } from 'typeorm';

export interface Column {
  type: string;
  /** Whether every new row must have a value: the column is NOT NULL and has no default. */
  isRequired: boolean;
}

/** Columns by table and name. */
export type Columns = ReadonlyMap<string, ReadonlyMap<string, Column>>;

interface ColumnRow extends Column {
  table: string;
  name: string;
}

const SELECT_COLUMNS = `
  SELECT t.relname AS "table", c.attname AS name, format_type(c.atttypid, c.atttypmod) AS type,
    c.attnotnull AND NOT c.atthasdef AND c.attidentity = '' AS "isRequired"
  FROM pg_class t JOIN pg_attribute c ON c.attrelid = t.oid
  WHERE t.relnamespace = current_schema()::regnamespace AND t.relkind IN ('r', 'p') AND NOT t.relispartition
    AND c.attnum > 0 AND NOT c.attisdropped AND t.relname <> 'migrations'
  ORDER BY t.relname, c.attname`;

/** Reads the columns of the database, without partitions and without the table of migrations. */
export async function readColumns(database: Pick<DataSource, 'query'>): Promise<Columns> {
  const rows = await database.query<ColumnRow[]>(SELECT_COLUMNS);
  const columns = new Map<string, Map<string, Column>>();
  for (const { table, name, type, isRequired } of rows) {
    const others = columns.get(table) ?? new Map<string, Column>();
    columns.set(table, others.set(name, { type, isRequired }));
  }
  return columns;
}

import { type DataSource } from 'typeorm';

/** The limit of one query. The driver decodes the result at once, which takes a few milliseconds per megabyte. */
const MAX_QUERY_BYTES = 512 * 1024;

/** A table, its rows, and the column to read. */
export interface ContentSource {
  table: string;
  column: string;
  /** The columns that identify a row. */
  key: readonly { name: string; type: 'text' | 'integer' }[];
  /** A condition for all rows. Its parameters start with $1. */
  where?: string;
  parameters?: readonly unknown[];
}

/** The values of the key columns. */
type ContentKey = readonly (string | number)[];

export interface ContentRow<Key extends ContentKey> {
  key: Key;
  sizeBytes: number;
}

type FoundRow = Record<string, string | number> & { content: Buffer };

/**
 * Reads contents of known sizes with a limit per query: several small ones together, a large one in parts. Rows that
 * were deleted meanwhile are omitted.
 */
export async function* readContents<Key extends ContentKey>(
  dataSource: DataSource,
  source: ContentSource,
  rows: readonly ContentRow<Key>[],
): AsyncGenerator<{ key: Key; content: Buffer }, void> {
  for (const batch of toBatches(rows)) {
    const [only] = batch;
    if (batch.length === 1 && only !== undefined && only.sizeBytes > MAX_QUERY_BYTES) {
      const content = await readInParts(dataSource, source, only);
      if (content !== undefined) yield { key: only.key, content };
      continue;
    }
    const found = await readTogether(dataSource, source, batch);
    // In the requested order.
    for (const { key } of batch) {
      const content = found.get(toText(key));
      if (content !== undefined) yield { key, content };
    }
  }
}

async function readTogether(
  dataSource: DataSource,
  { table, column, key, where = 'TRUE', parameters = [] }: ContentSource,
  batch: readonly ContentRow<ContentKey>[],
): Promise<Map<string, Buffer>> {
  const names = key.map(({ name }) => name);
  const lists = key.map(({ type }, index) => `$${parameters.length + index + 1}::${type}[]`);
  const found = await dataSource.query<FoundRow[]>(
    `SELECT ${names.join(', ')}, ${column} AS content FROM ${table}
     WHERE ${where} AND (${names.join(', ')}) IN (SELECT * FROM unnest(${lists.join(', ')}))`,
    [...parameters, ...key.map((_, index) => batch.map((row) => row.key[index]))],
  );
  return new Map(found.map((row) => [toText(names.map((name) => row[name] ?? '')), row.content]));
}

function toText(key: ContentKey): string {
  return JSON.stringify(key);
}

function* toBatches<Key extends ContentKey>(
  rows: readonly ContentRow<Key>[],
): Generator<ContentRow<Key>[], void> {
  let batch: ContentRow<Key>[] = [];
  let bytes = 0;
  for (const row of rows) {
    if (batch.length > 0 && bytes + row.sizeBytes > MAX_QUERY_BYTES) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(row);
    bytes += row.sizeBytes;
  }
  if (batch.length > 0) yield batch;
}

async function readInParts(
  dataSource: DataSource,
  { table, column, key, where = 'TRUE', parameters = [] }: ContentSource,
  row: ContentRow<ContentKey>,
): Promise<Buffer | undefined> {
  const count = parameters.length + key.length;
  const isRow = key.map(({ name }, index) => `${name} = $${parameters.length + index + 1}`).join(' AND ');
  const parts: Buffer[] = [];
  for (let from = 1; from <= row.sizeBytes; from += MAX_QUERY_BYTES) {
    const [found] = await dataSource.query<{ part: Buffer }[]>(
      `SELECT substring(${column} FROM $${count + 1} FOR $${count + 2}) AS part FROM ${table}
       WHERE ${where} AND ${isRow}`,
      [...parameters, ...row.key, from, MAX_QUERY_BYTES],
    );
    if (found === undefined) return undefined;
    parts.push(found.part);
  }
  return Buffer.concat(parts);
}

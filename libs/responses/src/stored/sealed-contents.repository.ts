import { type DataSource } from 'typeorm';

/** What one query reads. The driver turns it into bytes at once, which takes a few milliseconds for a megabyte. */
const MAX_QUERY_BYTES = 512 * 1024;

/** Rows of a table with a column `content`. */
export interface ContentSource {
  table: string;
  /** The column that tells the rows apart. */
  key: string;
  keyType: 'text' | 'integer';
  /** What else the rows have in common; its parameters start with $1. */
  where: string;
  parameters: readonly unknown[];
}

export interface ContentRow<Key> {
  key: Key;
  sizeBytes: number;
}

/**
 * Reads contents whose sizes are known, a bounded number of bytes at a time: small ones together, a large one in parts.
 * Rows that were deleted meanwhile are left out.
 */
export async function* readContents<Key extends string | number>(
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
    const { table, key, keyType, where, parameters } = source;
    const last = parameters.length + 1;
    const found = await dataSource.query<{ key: Key; content: Buffer }[]>(
      `SELECT ${key} AS key, content FROM ${table} WHERE ${where} AND ${key} = ANY($${last}::${keyType}[])`,
      [...parameters, batch.map((row) => row.key)],
    );
    const byKey = new Map(found.map((row) => [row.key, row]));
    // In the order that was asked for.
    for (const row of batch) {
      const read = byKey.get(row.key);
      if (read !== undefined) yield read;
    }
  }
}

function* toBatches<Key>(rows: readonly ContentRow<Key>[]): Generator<ContentRow<Key>[], void> {
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

async function readInParts<Key>(
  dataSource: DataSource,
  { table, key, where, parameters }: ContentSource,
  row: ContentRow<Key>,
): Promise<Buffer | undefined> {
  const count = parameters.length;
  const parts: Buffer[] = [];
  for (let from = 1; from <= row.sizeBytes; from += MAX_QUERY_BYTES) {
    const [found] = await dataSource.query<{ part: Buffer }[]>(
      `SELECT substring(content FROM $${count + 2} FOR $${count + 3}) AS part FROM ${table}
       WHERE ${where} AND ${key} = $${count + 1}`,
      [...parameters, row.key, from, MAX_QUERY_BYTES],
    );
    if (found === undefined) return undefined;
    parts.push(found.part);
  }
  return Buffer.concat(parts);
}

import { type QueryRunner } from 'typeorm';

/**
 * Longer than the lock timeout of other migrations: reads and writes continue while the index waits for older transactions,
 * and each attempt reads the whole table.
 */
const LOCK_TIMEOUT_MS = 60_000;

/**
 * Builds an index on a table that may be large, without blocking writes; for a migration with `transaction = false`.
 * A valid index is left as it is. A failed attempt leaves an invalid index, which is updated by writes but never used; the
 * next attempt drops it. Applied migrations use this file, so it is frozen by its hash as well.
 */
export async function buildIndexConcurrently(
  runner: QueryRunner,
  name: string,
  definition: string,
): Promise<void> {
  const [usual] = (await runner.query(`SELECT current_setting('lock_timeout') AS value`)) as {
    value: string;
  }[];
  await runner.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
  try {
    const [index] = (await runner.query(
      'SELECT indisvalid AS whole FROM pg_index WHERE indexrelid = to_regclass($1)',
      [name],
    )) as { whole: boolean }[];
    if (index?.whole === true) return;
    if (index !== undefined) await runner.query(`DROP INDEX CONCURRENTLY ${name}`);
    await runner.query(`CREATE INDEX CONCURRENTLY ${name} ${definition}`);
  } finally {
    await runner.query(`SET lock_timeout = '${usual?.value ?? '0'}'`);
  }
}

/**
 * The same for a partitioned table. Postgres builds these indexes one partition at a time: the index of the parent is valid
 * once each partition has its own. A partition that is created meanwhile has the index from the start.
 */
export async function buildPartitionedIndex(
  runner: QueryRunner,
  { name, table, definition }: { name: string; table: string; definition: string },
): Promise<void> {
  await runner.query(`CREATE INDEX IF NOT EXISTS ${name} ON ONLY ${table} ${definition}`);
  const partitions = (await runner.query(
    `SELECT c.relname AS name FROM pg_inherits t JOIN pg_class c ON c.oid = t.inhrelid
     WHERE t.inhparent = to_regclass($1) AND NOT EXISTS (
       SELECT FROM pg_inherits i JOIN pg_index x ON x.indexrelid = i.inhrelid
       WHERE i.inhparent = to_regclass($2) AND x.indrelid = c.oid)
     ORDER BY c.relname`,
    [table, name],
  )) as { name: string }[];
  for (const { name: partition } of partitions) {
    const own = name.replace(table, partition);
    await buildIndexConcurrently(runner, own, `ON ${partition} ${definition}`);
    await runner.query(`ALTER INDEX ${name} ATTACH PARTITION ${own}`);
  }
}

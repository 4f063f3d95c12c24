import { type QueryRunner } from 'typeorm';

/**
 * Everybody goes on reading and writing while it waits for transactions that began before, and each attempt reads the
 * whole table: so it waits for longer than a migration that would keep others off.
 */
const LOCK_TIMEOUT_MS = 60_000;

/**
 * Builds an index on a table that may be large, while others write to it; for a migration with `transaction = false`.
 * One that is there and whole stays as it is. An attempt that fails leaves an index behind that nobody reads by and
 * everybody writes to, and which the next attempt takes away.
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
 * The same on a table in partitions, which Postgres does one by one: the index of the whole counts once each of them has its
 * own. A partition that comes about meanwhile brings one along.
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

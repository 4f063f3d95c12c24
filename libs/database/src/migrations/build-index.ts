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

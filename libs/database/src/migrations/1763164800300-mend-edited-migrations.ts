import { type MigrationInterface, type QueryRunner } from 'typeorm';

interface Renamed {
  table: string;
  from: string;
  to: string;
}

/** What `1763164800012-lease-budgets` called these columns before it was edited. */
const RENAMED: readonly Renamed[] = [
  { table: 'budget_leases', from: 'drawer', to: 'spool_owner' },
  { table: 'usage_charges', from: 'drawer', to: 'spool_owner' },
  { table: 'video_tasks', from: 'other_purses', to: 'other_budget_accounts' },
];

/**
 * Two earlier migrations were edited after databases had been made with them. This gives such a database the schema of a
 * new one. It changes nothing in a database that has that schema already.
 *
 * A rename breaks processes that use the old names. Those are older than the version before this one, so they are stopped
 * before the upgrade (docs/operations.md).
 */
export class MendEditedMigrations1763164800300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const renamed of RENAMED) await renameColumn(runner, renamed);
    await runner.query(
      'ALTER INDEX IF EXISTS budget_leases_by_drawer RENAME TO budget_leases_by_spool_owner',
    );
    await mendResponseKey(runner);
  }

  /** The old names are not brought back: no version that this one can be exchanged for uses them. */
  async down(): Promise<void> {
    await Promise.resolve();
  }
}

async function renameColumn(runner: QueryRunner, { table, from, to }: Renamed): Promise<void> {
  if (!(await runner.hasColumn(table, from)) || (await runner.hasColumn(table, to))) return;
  await runner.query(`ALTER TABLE ${table} RENAME COLUMN ${from} TO ${to}`);
  // From version 18 on, Postgres names the constraint behind NOT NULL after the column.
  const constraint = `${table}_${from}_not_null`;
  const [named] = (await runner.query(
    'SELECT FROM pg_constraint WHERE conrelid = to_regclass($1) AND conname = $2',
    [table, constraint],
  )) as object[];
  if (named === undefined) return;
  await runner.query(`ALTER TABLE ${table} RENAME CONSTRAINT ${constraint} TO ${table}_${to}_not_null`);
}

/** `1763164800002-store-responses` began with ids that were unique among all owners. */
async function mendResponseKey(runner: QueryRunner): Promise<void> {
  const [key] = (await runner.query(
    `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE conrelid = 'stored_responses'::regclass AND contype = 'p'`,
  )) as { definition: string }[];
  if (key?.definition !== 'PRIMARY KEY (id)') return;
  await runner.query(`
    ALTER TABLE stored_responses DROP CONSTRAINT stored_responses_pkey,
      ADD CONSTRAINT stored_responses_pkey PRIMARY KEY (owner, id)`);
}

import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Budgets: what they were, who has leased a part of them, and what has been charged to them. */
export class LeaseBudgets1763164800012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE ledger_transactions DROP CONSTRAINT ledger_transactions_kind_check,
        ADD CONSTRAINT ledger_transactions_kind_check CHECK (kind IN ('grant', 'cut', 'hold', 'settle', 'release',
          'refund', 'lease', 'lease-return', 'spend', 'orphan-cost'));

      -- What a budget account was given, one row for each change.
      CREATE TABLE budget_limits (
        account text NOT NULL,
        version integer NOT NULL,
        -- NULL where the budget was taken away.
        limit_micro_usd bigint CHECK (limit_micro_usd >= 0),
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (account, version)
      );

      -- What a process may spend of a budget account without asking.
      CREATE TABLE budget_leases (
        account text NOT NULL,
        spool_owner text NOT NULL,
        -- What is left of it, with what is spent but not yet charged.
        amount bigint NOT NULL CHECK (amount >= 0),
        -- All that its process has spent, as far as it has said, and all that was charged for that.
        settled bigint NOT NULL DEFAULT 0,
        charged bigint NOT NULL DEFAULT 0,
        renewed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (account, spool_owner)
      );
      CREATE INDEX budget_leases_by_spool_owner ON budget_leases (spool_owner);
      CREATE INDEX budget_leases_by_age ON budget_leases (renewed_at);

      -- What each batch of usage came to: the other side of a spending in the ledger, which has its id as reference.
      CREATE TABLE usage_charges (
        batch uuid PRIMARY KEY,
        spool_owner text NOT NULL,
        event_count integer NOT NULL CHECK (event_count > 0),
        cost_micro_usd bigint NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );

      -- Of which parts of a budget somebody has been told that they are spent.
      CREATE TABLE budget_thresholds (
        account text NOT NULL,
        percent smallint NOT NULL,
        reached_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (account, percent)
      );

      -- What a task is paid from beside the budget account of its token.
      ALTER TABLE video_tasks ADD COLUMN other_budget_accounts text[] NOT NULL DEFAULT '{}';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE video_tasks DROP COLUMN other_budget_accounts;
      DROP TABLE budget_thresholds, usage_charges, budget_leases, budget_limits;
      ALTER TABLE ledger_transactions DROP CONSTRAINT ledger_transactions_kind_check,
        ADD CONSTRAINT ledger_transactions_kind_check CHECK (kind IN ('grant', 'hold', 'settle', 'release', 'refund',
          'orphan-cost'));
    `);
  }
}

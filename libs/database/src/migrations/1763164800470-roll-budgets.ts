import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** What was spent from rolling budgets, in slots of a sixtieth of their period. */
export class RollBudgets1763164800470 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE budget_slots (
        account text NOT NULL,
        slot_start timestamptz NOT NULL,
        -- In the unit of the account. Negative after a refund of an amount that has already returned to the budget.
        amount bigint NOT NULL,
        PRIMARY KEY (account, slot_start)
      );

      -- 'renew': an amount returns to a rolling budget. Existing rows have one of the other kinds, so they are not checked.
      ALTER TABLE ledger_transactions DROP CONSTRAINT ledger_transactions_kind_check,
        ADD CONSTRAINT ledger_transactions_kind_check CHECK (kind IN ('grant', 'cut', 'hold', 'settle', 'release',
          'refund', 'lease', 'lease-return', 'spend', 'renew', 'orphan-cost')) NOT VALID;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE ledger_transactions DROP CONSTRAINT ledger_transactions_kind_check,
        ADD CONSTRAINT ledger_transactions_kind_check CHECK (kind IN ('grant', 'cut', 'hold', 'settle', 'release',
          'refund', 'lease', 'lease-return', 'spend', 'orphan-cost'));
      DROP TABLE budget_slots;
    `);
  }
}

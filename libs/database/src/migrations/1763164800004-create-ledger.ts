import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Money, in integer millionths of a dollar. Entries are only ever added, and those of one transaction sum to nothing. */
export class CreateLedger1763164800004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE ledger_accounts (
        id text PRIMARY KEY,
        -- Kept only for accounts that are spent from; the others are the sum of their entries.
        balance bigint,
        -- What the balance may not fall below; NULL where nothing limits it.
        floor bigint,
        CHECK (floor IS NULL OR balance >= floor)
      );

      CREATE TABLE ledger_transactions (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        kind text NOT NULL CHECK (kind IN ('grant', 'hold', 'settle', 'release', 'refund', 'orphan-cost')),
        -- What it is about: a task, a request, a budget.
        reference text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        UNIQUE (reference, kind)
      );
      -- A hold ends in one way.
      CREATE UNIQUE INDEX ledger_one_end ON ledger_transactions (reference) WHERE kind IN ('settle', 'release');

      CREATE TABLE ledger_entries (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        transaction_id uuid NOT NULL REFERENCES ledger_transactions (id),
        account_id text NOT NULL REFERENCES ledger_accounts (id),
        amount bigint NOT NULL CHECK (amount <> 0)
      );
      CREATE INDEX ledger_entries_by_transaction ON ledger_entries (transaction_id);
      CREATE INDEX ledger_entries_by_account ON ledger_entries (account_id);

      CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'the ledger is only ever added to';
      END $$;
      CREATE TRIGGER ledger_entries_are_final BEFORE UPDATE OR DELETE ON ledger_entries
        FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
      CREATE TRIGGER ledger_transactions_are_final BEFORE UPDATE OR DELETE ON ledger_transactions
        FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();

      CREATE FUNCTION check_ledger_sum() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF (SELECT sum(amount) FROM ledger_entries WHERE transaction_id = NEW.transaction_id) <> 0 THEN
          RAISE EXCEPTION 'the entries of a ledger transaction sum to nothing';
        END IF;
        RETURN NULL;
      END $$;
      CREATE CONSTRAINT TRIGGER ledger_entries_sum_to_nothing AFTER INSERT ON ledger_entries
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_sum();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE ledger_entries, ledger_transactions, ledger_accounts;
      DROP FUNCTION refuse_ledger_change;
      DROP FUNCTION check_ledger_sum;
    `);
  }
}

import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Old transactions of the ledger become one for each month and kind: whoever closes a month says so in their transaction,
 * and adds up what they replace. Prices are told apart by when anything was last charged by them.
 */
export class CloseLedger1763164800200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF current_setting('modelgate.ledger_closing', true) = 'on' THEN
          IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
          RETURN NEW;
        END IF;
        RAISE EXCEPTION 'the ledger is only ever added to';
      END $$;

      CREATE OR REPLACE FUNCTION check_ledger_sum() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        -- Whoever closes a month checks all of its entries at once.
        IF current_setting('modelgate.ledger_closing', true) = 'on' THEN RETURN NULL; END IF;
        IF (SELECT sum(amount) FROM ledger_entries WHERE transaction_id = NEW.transaction_id) <> 0 THEN
          RAISE EXCEPTION 'the entries of a ledger transaction sum to nothing';
        END IF;
        RETURN NULL;
      END $$;

      ALTER TABLE price_versions ADD COLUMN last_used_at timestamptz NOT NULL DEFAULT now();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE price_versions DROP COLUMN last_used_at;

      CREATE OR REPLACE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'the ledger is only ever added to';
      END $$;

      CREATE OR REPLACE FUNCTION check_ledger_sum() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF (SELECT sum(amount) FROM ledger_entries WHERE transaction_id = NEW.transaction_id) <> 0 THEN
          RAISE EXCEPTION 'the entries of a ledger transaction sum to nothing';
        END IF;
        RETURN NULL;
      END $$;
    `);
  }
}

import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { buildIndexConcurrently } from './build-index.js';

/** The ledger is closed from its oldest transactions on. */
export class FindOldTransactions1763164800230 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndexConcurrently(
      runner,
      'ledger_transactions_by_age',
      'ON ledger_transactions (kind, created_at)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ledger_transactions_by_age');
  }
}

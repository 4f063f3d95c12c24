import { type MigrationInterface, type QueryRunner } from 'typeorm';

export class AddModelPrices1763164800007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE models ADD COLUMN price jsonb, ADD COLUMN deadline_minutes integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE models DROP COLUMN price, DROP COLUMN deadline_minutes');
  }
}

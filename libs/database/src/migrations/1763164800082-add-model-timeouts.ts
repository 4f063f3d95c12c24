import { type MigrationInterface, type QueryRunner } from 'typeorm';

export class AddModelTimeouts1763164800082 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE models ADD COLUMN timeouts jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE models DROP COLUMN timeouts');
  }
}

import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Who listens and speaks for a model in realtime sessions, where it has settings of its own. */
export class AddModelRealtime1763164800016 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE models ADD COLUMN realtime jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE models DROP COLUMN realtime');
  }
}

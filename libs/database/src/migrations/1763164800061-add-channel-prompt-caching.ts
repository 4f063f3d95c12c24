import { type MigrationInterface, type QueryRunner } from 'typeorm';

export class AddChannelPromptCaching1763164800061 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE channels ADD COLUMN prompt_caching boolean');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE channels DROP COLUMN prompt_caching');
  }
}

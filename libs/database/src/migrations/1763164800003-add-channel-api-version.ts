import { type MigrationInterface, type QueryRunner } from 'typeorm';

export class AddChannelApiVersion1763164800003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE channels ADD COLUMN api_version text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE channels DROP COLUMN api_version');
  }
}

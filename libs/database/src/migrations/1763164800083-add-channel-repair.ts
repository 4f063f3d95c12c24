import { type MigrationInterface, type QueryRunner } from 'typeorm';

export class AddChannelRepair1763164800083 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE channels ADD COLUMN repair boolean');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE channels DROP COLUMN repair');
  }
}

import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** With its extension a file has a name by which it can be removed wherever it lies, without a list of everything there. */
export class NameMediaFiles1763164800110 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE media_files ADD COLUMN extension text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE media_files DROP COLUMN extension');
  }
}

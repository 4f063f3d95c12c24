import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Which folders processes keep generated files in: there should be one. */
export class CreateMediaFolders1763164800180 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE media_folders (
        -- The same as in a file in the folder.
        id uuid PRIMARY KEY,
        -- Who has seen it last.
        host text NOT NULL,
        seen_at timestamptz NOT NULL
      );
      CREATE INDEX media_folders_age ON media_folders (seen_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE media_folders');
  }
}

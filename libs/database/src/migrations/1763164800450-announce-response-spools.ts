import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Which machines have stored responses on their disks that are not in the database yet. Until they are, the other machines
 * cannot know whether an id exists.
 */
export class AnnounceResponseSpools1763164800450 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE response_spools (
        -- Of the data folder. A restarted process and the processes that share the folder have the same.
        id uuid PRIMARY KEY,
        host text NOT NULL,
        seen_at timestamptz NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE response_spools');
  }
}

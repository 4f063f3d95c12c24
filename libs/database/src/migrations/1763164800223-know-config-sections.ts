import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Since when which hash of the sections of a config file is known that every process reads for itself. */
export class KnowConfigSections1763164800223 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE config_sections (
        hash text PRIMARY KEY CHECK (length(hash) = 64),
        since timestamptz NOT NULL
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE config_sections');
  }
}

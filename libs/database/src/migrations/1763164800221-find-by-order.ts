import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Apart from the columns, whose lock would keep readers away as well. While these are built, seconds for millions of rows,
 * usage waits in its spools and requests go on.
 */
export class FindByOrder1763164800221 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX usage_events_by_sequence ON usage_events (sequence) WHERE sequence IS NOT NULL;
      CREATE INDEX recorded_contents_by_sequence ON recorded_contents (sequence) WHERE sequence IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX usage_events_by_sequence; DROP INDEX recorded_contents_by_sequence');
  }
}

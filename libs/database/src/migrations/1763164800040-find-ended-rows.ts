import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Maintenance looks for what has ended long ago every minute, and must not read whole tables for it. */
export class FindEndedRows1763164800040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX webhook_deliveries_ended ON webhook_deliveries (finished_at) WHERE finished_at IS NOT NULL;
      CREATE INDEX video_tasks_ended ON video_tasks (finished_at) WHERE finished_at IS NOT NULL;
      CREATE INDEX orphan_watch_end ON orphan_watch (watch_until);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX webhook_deliveries_ended, video_tasks_ended, orphan_watch_end');
  }
}

import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Agents say which of their sessions a request belongs to, and its requests are looked for together. */
export class RememberSessions1763164800070 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE usage_events ADD COLUMN session_id text;
      CREATE INDEX usage_events_by_session ON usage_events (session_id, started_at)
        WHERE session_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE usage_events DROP COLUMN session_id');
  }
}

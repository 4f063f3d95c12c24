import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * When each token was last used, so that lists can be ordered by it. A table of its own: a change in `tokens` makes every
 * process load the token again.
 */
export class NoteTokenUse1763164800430 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE token_uses (
        token_id text PRIMARY KEY,
        -- When its newest request began. Behind by up to a minute.
        last_used_at timestamptz NOT NULL
      )`);
    // One search of an index for each token and stored day, however many requests there are.
    await runner.query(`
      INSERT INTO token_uses (token_id, last_used_at)
      SELECT tokens.id::text, newest.started_at
      FROM tokens
      JOIN usage_names ON usage_names.name = tokens.id::text
      CROSS JOIN LATERAL (
        SELECT started_at FROM usage_events WHERE usage_events.token = usage_names.id
        ORDER BY started_at DESC LIMIT 1) AS newest`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE token_uses');
  }
}

import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** How the last test or request of each channel went: what was never asked is not known to work. */
export class KeepChannelResults1763164800128 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE channel_results (
        channel_id uuid PRIMARY KEY REFERENCES channels ON DELETE CASCADE,
        ok_at timestamptz,
        failed_at timestamptz,
        -- When it failed first since it last worked; NULL while it works.
        failing_since timestamptz,
        source text CHECK (source IN ('test', 'request')),
        outcome text,
        upstream_status integer,
        upstream_model text,
        -- In words, where somebody has worked them out: a test does.
        message text,
        advice text
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE channel_results');
  }
}

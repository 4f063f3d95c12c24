import { type MigrationInterface, type QueryRunner } from 'typeorm';

const COUNTS = ['cache_write_1h_tokens', 'image_output_tokens', 'web_searches', 'code_sessions'];

/** Vendors bill more than tokens of text: each of these has a price of its own. */
export class CountWhatElseIsBilled1763164800080 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE usage_events ${COUNTS.map((column) => `ADD COLUMN ${column} integer`).join(', ')};
      ALTER TABLE usage_hours ${COUNTS.map((column) => `ADD COLUMN ${column} bigint NOT NULL DEFAULT 0`).join(', ')};
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    const drops = COUNTS.map((column) => `DROP COLUMN ${column}`).join(', ');
    await runner.query(`ALTER TABLE usage_events ${drops}; ALTER TABLE usage_hours ${drops}`);
  }
}

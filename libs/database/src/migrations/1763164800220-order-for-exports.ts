import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * In which order requests and contents were stored, and how far each export has come with them. Rows from before have no
 * number: an export begins with what is stored after it was ordered.
 */
export class OrderForExports1763164800220 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A default that is added after its column leaves the rows that are there untouched.
      CREATE SEQUENCE usage_events_sequence;
      ALTER TABLE usage_events ADD COLUMN sequence bigint;
      ALTER TABLE usage_events ALTER COLUMN sequence SET DEFAULT nextval('usage_events_sequence');

      CREATE SEQUENCE recorded_contents_sequence;
      ALTER TABLE recorded_contents ADD COLUMN sequence bigint;
      ALTER TABLE recorded_contents ALTER COLUMN sequence SET DEFAULT nextval('recorded_contents_sequence');

      CREATE TABLE exports (
        name text NOT NULL,
        kind text NOT NULL CHECK (kind IN ('requests', 'contents')),
        -- Everything up to here has been delivered.
        position bigint NOT NULL,
        -- The batch under way: where it ends, and when it was made up. Whoever goes on with it delivers the same.
        batch_end bigint,
        batch_at timestamptz,
        rows_delivered bigint NOT NULL DEFAULT 0,
        -- How many attempts in a row have failed.
        failures integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (name, kind),
        CHECK ((batch_end IS NULL) = (batch_at IS NULL))
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE exports;
      ALTER TABLE usage_events DROP COLUMN sequence;
      ALTER TABLE recorded_contents DROP COLUMN sequence;
      DROP SEQUENCE usage_events_sequence, recorded_contents_sequence;
    `);
  }
}

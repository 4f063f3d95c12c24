import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Which config file counts, where each was last seen, and what somebody has switched against it. */
export class KnowAppliedConfig1763164800170 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE config_generations (
        generation integer PRIMARY KEY,
        -- Of the entries that the file declares.
        hash text NOT NULL CHECK (length(hash) = 64),
        source text NOT NULL CHECK (source IN ('start', 'command', 'api')),
        applied_by text NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX config_generations_hash ON config_generations (hash);
      CREATE TABLE config_places (
        -- A machine and a path on it.
        place text PRIMARY KEY,
        hash text NOT NULL,
        seen_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX config_places_seen_at ON config_places (seen_at);
      CREATE TABLE config_overrides (
        entry_id uuid PRIMARY KEY,
        kind text NOT NULL CHECK (kind IN ('channel', 'token')),
        -- What counts until the override is cleared, and what the file says.
        enabled boolean NOT NULL,
        declared boolean NOT NULL,
        set_by text NOT NULL,
        set_at timestamptz NOT NULL DEFAULT now()
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE config_overrides, config_places, config_generations');
  }
}

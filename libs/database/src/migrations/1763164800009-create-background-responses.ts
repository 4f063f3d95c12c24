import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Responses that are made while nobody waits for them, and what has been said of each so far. */
export class CreateBackgroundResponses1763164800009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE background_responses (
        id text PRIMARY KEY,
        owner text NOT NULL,
        token_id uuid NOT NULL,
        -- Sealed: what was asked, and the conversation before it.
        request bytea NOT NULL,
        status text NOT NULL DEFAULT 'queued' CHECK (status IN
          ('queued', 'in_progress', 'completed', 'failed', 'cancelled', 'incomplete')),
        attempts integer NOT NULL DEFAULT 0,
        lease_owner text,
        lease_epoch bigint NOT NULL DEFAULT 0,
        lease_until timestamptz,
        next_run_at timestamptz NOT NULL DEFAULT now(),
        cancel_requested_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        deadline_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX background_responses_due ON background_responses (next_run_at)
        WHERE status IN ('queued', 'in_progress');

      CREATE TABLE background_response_events (
        response_id text NOT NULL REFERENCES background_responses (id) ON DELETE CASCADE,
        sequence integer NOT NULL,
        -- Sealed.
        event bytea NOT NULL,
        PRIMARY KEY (response_id, sequence)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE background_response_events, background_responses');
  }
}

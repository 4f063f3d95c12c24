import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Requests that the gateway refused by itself, apart from usage so that no sum or error rate counts them. Also what is
 * known of the client of every other request.
 */
export class RecordRefusals1763164800420 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE refused_requests (
        started_at timestamptz NOT NULL,
        id uuid NOT NULL,
        -- NULL where it is req_ and the id.
        request_id text,
        -- NULL where the request had no valid token.
        token_id text,
        owner text,
        session_id text,
        model text,
        operation text,
        format text,
        is_streamed boolean NOT NULL,
        -- The kind of error.
        outcome text NOT NULL,
        error_code text,
        error_param text,
        -- Only of errors whose text quotes nothing from the body of the request.
        message text,
        status integer,
        method text,
        path text,
        client_address text,
        user_agent text,
        duration_ms integer NOT NULL,
        PRIMARY KEY (started_at, id)
      );
      CREATE INDEX refused_requests_by_id ON refused_requests (id);
      CREATE INDEX refused_requests_by_request ON refused_requests (request_id) WHERE request_id IS NOT NULL;
      CREATE INDEX refused_requests_by_token ON refused_requests (token_id, started_at);
      CREATE INDEX refused_requests_by_owner ON refused_requests (owner, started_at);

      -- Every refusal, also those without a row. Each process has rows of its own and overwrites them with its total, so
      -- that a batch that is sent twice is counted once.
      CREATE TABLE refusal_counts (
        hour timestamptz NOT NULL,
        -- Empty where requests had no valid token.
        token_id text NOT NULL,
        owner text NOT NULL,
        outcome text NOT NULL,
        process uuid NOT NULL,
        refusals bigint NOT NULL,
        PRIMARY KEY (hour, token_id, owner, outcome, process)
      );

      ALTER TABLE usage_events
        ADD COLUMN client_address text,
        ADD COLUMN user_agent text,
        ADD COLUMN error_code text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE refused_requests, refusal_counts;
      ALTER TABLE usage_events
        DROP COLUMN client_address,
        DROP COLUMN user_agent,
        DROP COLUMN error_code;
    `);
  }
}

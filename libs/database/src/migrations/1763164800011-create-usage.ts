import { type MigrationInterface, type QueryRunner } from 'typeorm';

const COUNTS = [
  'input_tokens',
  'cached_input_tokens',
  'cache_write_tokens',
  'output_tokens',
  'reasoning_tokens',
  'audio_input_tokens',
  'audio_output_tokens',
  'image_input_tokens',
  'images',
  'audio_ms',
  'video_ms',
  'characters',
  'search_units',
];

/** What requests used: one row each for as long as it is kept, and sums by the hour that stay. */
export class CreateUsage1763164800011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Names that would otherwise stand in millions of rows.
      CREATE TABLE usage_names (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name text NOT NULL UNIQUE
      );

      -- Wide columns first: the database fills up to multiples of their width.
      CREATE TABLE usage_events (
        started_at timestamptz NOT NULL,
        -- NULL where nobody knows the price.
        cost_micro_usd bigint,
        id uuid NOT NULL,
        token integer NOT NULL,
        owner integer NOT NULL,
        model integer NOT NULL,
        operation integer NOT NULL,
        format integer NOT NULL,
        channel_id integer NOT NULL,
        channel integer NOT NULL,
        upstream_model integer NOT NULL,
        price_version integer,
        duration_ms integer NOT NULL,
        first_byte_ms integer,
        ${COUNTS.map((column) => `${column} integer`).join(', ')},
        is_streamed boolean NOT NULL,
        is_estimated boolean NOT NULL,
        is_cache_hit boolean NOT NULL,
        outcome text NOT NULL,
        -- NULL where it is req_ and the id.
        request_id text,
        -- Attempts, where there was more than one or one failed, and what moderation flagged.
        detail jsonb,
        PRIMARY KEY (started_at, id)
      ) PARTITION BY RANGE (started_at);
      CREATE INDEX usage_events_by_id ON usage_events USING hash (id);
      CREATE INDEX usage_events_by_request ON usage_events (request_id) WHERE request_id IS NOT NULL;
      CREATE INDEX usage_events_by_token ON usage_events (token, started_at);
      -- For days that have no table of their own: those of a clock that was wrong.
      CREATE TABLE usage_events_default PARTITION OF usage_events DEFAULT;

      CREATE TABLE usage_hours (
        hour timestamptz NOT NULL,
        token integer NOT NULL,
        owner integer NOT NULL,
        model integer NOT NULL,
        channel integer NOT NULL,
        operation integer NOT NULL,
        requests integer NOT NULL,
        errors integer NOT NULL,
        cache_hits integer NOT NULL,
        estimated integer NOT NULL,
        ${COUNTS.map((column) => `${column} bigint NOT NULL`).join(', ')},
        cost_micro_usd bigint NOT NULL,
        -- How many requests are not in the cost, because nobody knows their price.
        unpriced integer NOT NULL,
        duration_ms bigint NOT NULL,
        first_byte_ms bigint NOT NULL,
        -- How many requests are in the sum of first bytes.
        first_bytes integer NOT NULL,
        PRIMARY KEY (hour, token, owner, model, channel, operation)
      );

      -- Hours whose rows have changed since they were added up; one line for each change.
      CREATE TABLE usage_changed_hours (hour timestamptz NOT NULL);

      -- One row: of days before this the rows are gone, and the sums are all that there is.
      CREATE TABLE usage_retention (dropped_before timestamptz NOT NULL);
      INSERT INTO usage_retention VALUES ('-infinity');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE usage_retention, usage_changed_hours, usage_hours, usage_events, usage_names',
    );
  }
}

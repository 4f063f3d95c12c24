import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Answers that are given again: to whoever repeats a request under its key, and to whoever asks the same anew. */
export class KeepAnswers1763164800014 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idempotency_keys (
        -- A hash of the token, the route and the key.
        id bytea PRIMARY KEY,
        run_id uuid NOT NULL,
        body_hash bytea NOT NULL,
        state text NOT NULL CHECK (state IN ('running', 'answered', 'streamed', 'unkept')),
        lease_until timestamptz NOT NULL,
        -- Sealed.
        answer bytea CHECK ((answer IS NOT NULL) = (state = 'answered')),
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX idempotency_keys_expiry ON idempotency_keys (expires_at);
      -- What is sealed cannot be compressed.
      ALTER TABLE idempotency_keys ALTER COLUMN answer SET STORAGE EXTERNAL;

      -- Unlogged: a crash of the database empties it, which costs a few answers.
      CREATE UNLOGGED TABLE cached_answers (
        -- A hash of the owner and all of the request that matters.
        key bytea PRIMARY KEY,
        owner text NOT NULL,
        -- Sealed.
        answer bytea NOT NULL,
        size_bytes integer NOT NULL,
        kept_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX cached_answers_expiry ON cached_answers (expires_at);
      CREATE INDEX cached_answers_age ON cached_answers (owner, kept_at DESC, key) INCLUDE (size_bytes);
      ALTER TABLE cached_answers ALTER COLUMN answer SET STORAGE EXTERNAL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE cached_answers, idempotency_keys');
  }
}

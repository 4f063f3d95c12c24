import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Video tasks had a table of idempotency keys of their own. Its rows move to the one that all requests share: a key of a
 * task answers with the task. They keep the hash of the client's key, which is all that is known of it.
 */
export class OneTableOfKeys1763164800051 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE idempotency_keys
        -- What the request has created, where its answer is the present state of that.
        ADD COLUMN resource_id text,
        DROP CONSTRAINT idempotency_keys_state_check,
        ADD CONSTRAINT idempotency_keys_state_check
          CHECK (state IN ('running', 'answered', 'streamed', 'unkept', 'created')),
        ADD CONSTRAINT idempotency_keys_resource_check CHECK ((resource_id IS NOT NULL) = (state = 'created'));

      INSERT INTO idempotency_keys (id, run_id, body_hash, state, lease_until, expires_at, resource_id)
      SELECT sha256(convert_to(format('["%s",%s,"%s"]', token_id, to_json(route), encode(key_hash, 'hex')), 'UTF8')),
             gen_random_uuid(), request_hash, 'created', created_at, expires_at, task_id
      FROM idempotency_records
      WHERE expires_at > now()
      ON CONFLICT (id) DO NOTHING;

      DROP TABLE idempotency_records;
    `);
  }

  /** Keys of tasks are forgotten: whose and for what they were, their hash does not tell. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idempotency_records (
        token_id uuid NOT NULL,
        route text NOT NULL,
        key_hash bytea NOT NULL,
        request_hash bytea NOT NULL,
        task_id text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (token_id, route, key_hash)
      );
      CREATE INDEX idempotency_records_expiry ON idempotency_records (expires_at);

      DELETE FROM idempotency_keys WHERE state = 'created';
      ALTER TABLE idempotency_keys
        DROP CONSTRAINT idempotency_keys_resource_check,
        DROP CONSTRAINT idempotency_keys_state_check,
        ADD CONSTRAINT idempotency_keys_state_check CHECK (state IN ('running', 'answered', 'streamed', 'unkept')),
        DROP COLUMN resource_id;
    `);
  }
}

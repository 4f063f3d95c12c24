import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** What the requests of chosen tokens ask, and what they are answered. */
export class RecordContents1763164800162 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE tokens ADD COLUMN content_days integer CHECK (content_days > 0);

      CREATE TABLE recorded_contents (
        -- Clients may name their requests: a name is unique for one token at most.
        request_id text NOT NULL,
        token_id uuid NOT NULL,
        owner text NOT NULL,
        -- Sealed.
        content bytea NOT NULL,
        size_bytes integer NOT NULL,
        recorded_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (request_id, token_id)
      );
      CREATE INDEX recorded_contents_expiry ON recorded_contents (expires_at);
      CREATE INDEX recorded_contents_age ON recorded_contents (owner, recorded_at DESC, request_id, token_id)
        INCLUDE (size_bytes);
      -- What is sealed cannot be compressed.
      ALTER TABLE recorded_contents ALTER COLUMN content SET STORAGE EXTERNAL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE recorded_contents; ALTER TABLE tokens DROP COLUMN content_days');
  }
}

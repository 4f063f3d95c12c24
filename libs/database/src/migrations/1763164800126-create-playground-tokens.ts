import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Whoever is signed in can use the playground at once. Each person has one token for it, which no key opens for good:
 * every session of theirs has a short-lived secret for it, which goes when the session does.
 */
export class CreatePlaygroundTokens1763164800126 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE tokens
        DROP CONSTRAINT tokens_origin_check,
        ADD CONSTRAINT tokens_origin_check CHECK (origin IN ('file', 'setup', 'console', 'playground')),
        DROP CONSTRAINT tokens_name_key;
      -- The gateway names the tokens of the playground, and must not take a name from anybody.
      CREATE UNIQUE INDEX tokens_name_key ON tokens (name) WHERE origin <> 'playground';
      CREATE UNIQUE INDEX tokens_of_playground ON tokens (owner) WHERE origin = 'playground';

      ALTER TABLE client_secrets
        ALTER COLUMN settings DROP NOT NULL,
        ADD COLUMN session_hash bytea REFERENCES user_sessions ON DELETE CASCADE,
        -- Without settings it stands for the whole token, which only somebody who is signed in may have.
        ADD CONSTRAINT client_secrets_kind CHECK (settings IS NOT NULL OR session_hash IS NOT NULL);
      CREATE INDEX client_secrets_session ON client_secrets (session_hash) WHERE session_hash IS NOT NULL;

      -- Processes hold such secrets in memory with their token, so a change of one is a change of the token.
      CREATE FUNCTION announce_token_of_secret() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('modelgate_changes', 'tokens ' || COALESCE(NEW.token_id, OLD.token_id)::text);
        RETURN NULL;
      END $$;
      CREATE TRIGGER announce_secret AFTER INSERT OR UPDATE ON client_secrets
        FOR EACH ROW WHEN (NEW.settings IS NULL) EXECUTE FUNCTION announce_token_of_secret();
      CREATE TRIGGER announce_deleted_secret AFTER DELETE ON client_secrets
        FOR EACH ROW WHEN (OLD.settings IS NULL) EXECUTE FUNCTION announce_token_of_secret();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM tokens WHERE origin = 'playground';
      DROP FUNCTION announce_token_of_secret() CASCADE;
      ALTER TABLE client_secrets DROP COLUMN session_hash, ALTER COLUMN settings SET NOT NULL;
      DROP INDEX tokens_name_key, tokens_of_playground;
      ALTER TABLE tokens
        ADD CONSTRAINT tokens_name_key UNIQUE (name),
        DROP CONSTRAINT tokens_origin_check,
        ADD CONSTRAINT tokens_origin_check CHECK (origin IN ('file', 'setup', 'console'));
    `);
  }
}

import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** What people sign in with, what they are signed in by, and what scripts show instead. */
export class CreateSignIn1763164800021 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- There is one way to write an address, so that the uniqueness of the column is one without regard to case.
      UPDATE users SET email = lower(btrim(email));
      ALTER TABLE users
        ADD CONSTRAINT users_email_folded CHECK (email = lower(email)),
        ADD disabled_at timestamptz,
        ADD last_sign_in_at timestamptz,
        ADD must_change_password boolean NOT NULL DEFAULT false;

      CREATE TABLE user_sessions (
        id_hash bytea PRIMARY KEY CHECK (octet_length(id_hash) = 32),
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        created_at timestamptz NOT NULL,
        last_seen_at timestamptz NOT NULL,
        -- However much it is used.
        expires_at timestamptz NOT NULL,
        address text NOT NULL,
        user_agent text NOT NULL
      );
      CREATE INDEX user_sessions_user ON user_sessions (user_id);
      CREATE INDEX user_sessions_last_seen ON user_sessions (last_seen_at);
      CREATE INDEX user_sessions_expiry ON user_sessions (expires_at);

      CREATE TABLE sign_in_attempts (
        -- "account:<e-mail>", whether anybody has it or not, or "address:<network address>".
        subject text PRIMARY KEY,
        failures integer NOT NULL CHECK (failures >= 0),
        last_failure_at timestamptz NOT NULL,
        locked_until timestamptz
      );
      CREATE INDEX sign_in_attempts_age ON sign_in_attempts (last_failure_at);

      CREATE TABLE admin_tokens (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        key_hash bytea NOT NULL UNIQUE CHECK (octet_length(key_hash) = 32),
        key_hint text NOT NULL,
        scopes text[] NOT NULL,
        created_by text NOT NULL,
        -- Whose doing it is in the end, where that is a user.
        created_by_user uuid REFERENCES users ON DELETE CASCADE,
        created_at timestamptz NOT NULL,
        expires_at timestamptz,
        last_used_at timestamptz,
        revoked_at timestamptz
      );
      CREATE UNIQUE INDEX admin_tokens_name ON admin_tokens (name) WHERE revoked_at IS NULL;
      CREATE INDEX admin_tokens_creator ON admin_tokens (created_by_user);
      CREATE INDEX admin_tokens_age ON admin_tokens (created_at, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE admin_tokens, sign_in_attempts, user_sessions;
      ALTER TABLE users
        DROP CONSTRAINT users_email_folded,
        DROP disabled_at,
        DROP last_sign_in_at,
        DROP must_change_password;
    `);
  }
}

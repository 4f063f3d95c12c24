import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Short-lived secrets for realtime sessions. Each acts for the token that asked for it, and goes with it. */
export class CreateClientSecrets1763164800017 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE client_secrets (
        -- SHA-256 of the secret, which itself is stored nowhere.
        hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
        token_id uuid NOT NULL REFERENCES tokens (id) ON DELETE CASCADE,
        -- What its sessions begin with. Sealed.
        settings bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX client_secrets_expiry ON client_secrets (expires_at);
      CREATE INDEX client_secrets_token ON client_secrets (token_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE client_secrets');
  }
}

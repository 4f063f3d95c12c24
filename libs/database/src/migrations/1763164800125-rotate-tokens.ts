import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** The key that a token had before its last one, while it may still be used. */
export class RotateTokens1763164800125 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE tokens
        ADD COLUMN old_key_hash bytea CHECK (octet_length(old_key_hash) = 32),
        ADD COLUMN old_key_hint text,
        ADD COLUMN old_key_until timestamptz,
        ADD CHECK ((old_key_hash IS NULL) = (old_key_hint IS NULL)),
        ADD CHECK ((old_key_hash IS NULL) = (old_key_until IS NULL))
    `);
    await runner.query(
      'CREATE INDEX tokens_old_key_until ON tokens (old_key_until) WHERE old_key_until IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE tokens
        DROP COLUMN old_key_hash,
        DROP COLUMN old_key_hint,
        DROP COLUMN old_key_until
    `);
  }
}

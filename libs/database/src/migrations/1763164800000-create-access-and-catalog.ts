import { type MigrationInterface, type QueryRunner } from 'typeorm';

export class CreateAccessAndCatalog1763164800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE users (
        id uuid PRIMARY KEY,
        email text NOT NULL UNIQUE,
        password_hash text NOT NULL,
        role text NOT NULL CHECK (role IN ('admin', 'member')),
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE TABLE tokens (
        id uuid PRIMARY KEY,
        name text NOT NULL UNIQUE,
        key_hash bytea NOT NULL UNIQUE CHECK (octet_length(key_hash) = 32),
        key_hint text NOT NULL,
        owner text,
        models text[],
        allowed_ips text[],
        expires_at timestamptz,
        enabled boolean NOT NULL DEFAULT true,
        origin text NOT NULL CHECK (origin IN ('file', 'setup', 'console')),
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(
      `CREATE INDEX tokens_expiry ON tokens (expires_at) WHERE enabled AND expires_at IS NOT NULL`,
    );
    await runner.query(`
      CREATE TABLE channels (
        id uuid PRIMARY KEY,
        name text NOT NULL UNIQUE,
        provider text NOT NULL,
        base_url text,
        secrets bytea NOT NULL,
        models jsonb NOT NULL,
        formats text[],
        priority integer NOT NULL DEFAULT 0,
        weight double precision NOT NULL DEFAULT 1,
        timeouts jsonb NOT NULL,
        enabled boolean NOT NULL DEFAULT true,
        origin text NOT NULL CHECK (origin IN ('file', 'setup', 'console')),
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE TABLE models (
        id text PRIMARY KEY,
        capabilities text[],
        enabled boolean NOT NULL DEFAULT true,
        origin text NOT NULL CHECK (origin IN ('file', 'setup', 'console')),
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE models, channels, tokens, users');
  }
}

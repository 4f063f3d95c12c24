import { type MigrationInterface, type QueryRunner } from 'typeorm';

export class StoreResponses1763164800002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE stored_responses (
        owner text NOT NULL,
        id text NOT NULL,
        previous_id text,
        content bytea NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (owner, id)
      )`);
    await runner.query('CREATE INDEX stored_responses_expiry ON stored_responses (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE stored_responses');
  }
}

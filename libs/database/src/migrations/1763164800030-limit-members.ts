import { type MigrationInterface, type QueryRunner } from 'typeorm';

const COLUMNS = ['rpm', 'tpm', 'concurrency', 'requests_per_day', 'budget', 'max_tokens'];

/** What all tokens of a member may use together, where that differs from what members usually may. */
export class LimitMembers1763164800030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users
        ADD COLUMN rpm integer,
        ADD COLUMN tpm integer,
        ADD COLUMN concurrency integer,
        ADD COLUMN requests_per_day integer,
        ADD COLUMN budget jsonb,
        ADD COLUMN max_tokens integer;
      -- Signing in changes a row too, and is of no interest to those who hold limits in memory.
      CREATE TRIGGER announce_change AFTER INSERT OR DELETE OR UPDATE OF email, role, ${COLUMNS.join(', ')} ON users
        FOR EACH ROW EXECUTE FUNCTION announce_change();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER announce_change ON users;
      ALTER TABLE users ${COLUMNS.map((column) => `DROP COLUMN ${column}`).join(', ')};
    `);
  }
}

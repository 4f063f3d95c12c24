import { type MigrationInterface, type QueryRunner } from 'typeorm';

const LIMITS = ['rpm', 'tpm', 'concurrency', 'requests_per_day', 'budget', 'max_tokens'];

/** The models that tokens of a member may use, where that differs from what members usually may. */
export class LimitMemberModels1763164800240 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN models text[]');
    await replaceTrigger(runner, [...LIMITS, 'models']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceTrigger(runner, LIMITS);
    await runner.query('ALTER TABLE users DROP COLUMN models');
  }
}

/** A trigger names the columns that it is about. Both statements are of one transaction, so that no change is missed. */
async function replaceTrigger(runner: QueryRunner, columns: readonly string[]): Promise<void> {
  await runner.query(`
    DROP TRIGGER announce_change ON users;
    CREATE TRIGGER announce_change AFTER INSERT OR DELETE OR UPDATE OF email, role, ${columns.join(', ')} ON users
      FOR EACH ROW EXECUTE FUNCTION announce_change();
  `);
}

import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** What is known of models, where it has been brought up to date since the release. */
export class StoreModelFacts1763164800090 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE model_facts (
        -- The provider.
        id text PRIMARY KEY,
        facts jsonb NOT NULL,
        updated_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE TRIGGER announce_change AFTER INSERT OR UPDATE OR DELETE ON model_facts
        FOR EACH ROW EXECUTE FUNCTION announce_change();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE model_facts');
  }
}

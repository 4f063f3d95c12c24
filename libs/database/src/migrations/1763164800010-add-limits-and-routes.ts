import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** What tokens and their owners may use, and how a model is routed. */
export class AddLimitsAndRoutes1763164800010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE tokens
        ADD COLUMN rpm integer,
        ADD COLUMN tpm integer,
        ADD COLUMN concurrency integer,
        ADD COLUMN requests_per_day integer,
        ADD COLUMN budget jsonb,
        ADD COLUMN cache_ttl_seconds integer;
      ALTER TABLE channels ADD COLUMN max_concurrency integer;
      ALTER TABLE models
        ADD COLUMN fallbacks text[],
        ADD COLUMN strategy text CHECK (strategy IN ('priority', 'latency', 'cost')),
        ADD COLUMN hedge_ms integer;

      CREATE TABLE owners (
        id text PRIMARY KEY,
        rpm integer,
        tpm integer,
        concurrency integer,
        requests_per_day integer,
        budget jsonb,
        enabled boolean NOT NULL DEFAULT true,
        origin text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE TRIGGER announce_change AFTER INSERT OR UPDATE OR DELETE ON owners
        FOR EACH ROW EXECUTE FUNCTION announce_change();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE owners;
      ALTER TABLE models DROP COLUMN fallbacks, DROP COLUMN strategy, DROP COLUMN hedge_ms;
      ALTER TABLE channels DROP COLUMN max_concurrency;
      ALTER TABLE tokens DROP COLUMN rpm, DROP COLUMN tpm, DROP COLUMN concurrency,
        DROP COLUMN requests_per_day, DROP COLUMN budget, DROP COLUMN cache_ttl_seconds;
    `);
  }
}

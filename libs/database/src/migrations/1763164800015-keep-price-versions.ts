import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Every price that was ever charged, so that old usage can be recomputed with its own. */
export class KeepPriceVersions1763164800015 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE price_versions (
        -- A hash of the price.
        version text PRIMARY KEY,
        -- The first one that it was used for.
        model text NOT NULL,
        price jsonb NOT NULL,
        source text,
        as_of date,
        first_used_at timestamptz NOT NULL DEFAULT now()
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE price_versions');
  }
}

import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Some services say what a request cost. A channel may take their word for it; both figures are kept. */
export class KeepUpstreamCosts1763164800084 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE channels ADD COLUMN believe_upstream_cost boolean;
      ALTER TABLE usage_events ADD COLUMN upstream_cost_micro_usd bigint;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE usage_events DROP COLUMN upstream_cost_micro_usd;
      ALTER TABLE channels DROP COLUMN believe_upstream_cost;
    `);
  }
}

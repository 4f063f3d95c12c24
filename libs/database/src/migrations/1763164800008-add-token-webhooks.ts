import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Where the owner of a token wants to be called, what those calls are signed with, and how they are paced. */
export class AddTokenWebhooks1763164800008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE tokens
        ADD COLUMN webhook_url text,
        -- Sealed.
        ADD COLUMN webhook_secret bytea;
      ALTER TABLE webhook_deliveries
        -- Scheme, host and port: whom we connect to.
        ADD COLUMN origin text GENERATED ALWAYS AS (lower(substring(url FROM '^[^/]+//[^/?#]+'))) STORED,
        -- A receiver that is asked too much says so in its answer to one delivery; until then its others wait, too.
        ADD COLUMN endpoint_rests_until timestamptz;
      CREATE INDEX webhook_deliveries_resting ON webhook_deliveries (token_id, split_part(url, '?', 1))
        WHERE endpoint_rests_until IS NOT NULL;
      CREATE INDEX webhook_deliveries_running ON webhook_deliveries (lease_until) WHERE lease_until IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX webhook_deliveries_running;
      ALTER TABLE webhook_deliveries DROP COLUMN endpoint_rests_until, DROP COLUMN origin;
      ALTER TABLE tokens DROP COLUMN webhook_url, DROP COLUMN webhook_secret;
    `);
  }
}

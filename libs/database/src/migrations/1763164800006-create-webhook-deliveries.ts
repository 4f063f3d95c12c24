import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** What is to be told to somebody else's server: written with the change it tells of, sent until it arrives or dies. */
export class CreateWebhookDeliveries1763164800006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE webhook_deliveries (
        -- The receiver knows by it that two calls tell of the same event.
        id text PRIMARY KEY,
        token_id uuid NOT NULL,
        url text NOT NULL,
        event text NOT NULL,
        -- What the event is about: the id of a task.
        subject text NOT NULL,
        payload jsonb NOT NULL,
        status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'dead')),
        attempts integer NOT NULL DEFAULT 0,
        next_attempt_at timestamptz NOT NULL DEFAULT now(),
        lease_until timestamptz,
        last_status integer,
        last_error text,
        created_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz,
        UNIQUE (subject, event)
      );
      CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at) WHERE status = 'pending';
      CREATE INDEX webhook_deliveries_by_token ON webhook_deliveries (token_id, created_at DESC);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhook_deliveries');
  }
}

import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Which trace the request belongs to that a webhook tells of. */
export class TraceWebhooks1763164800222 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_deliveries ADD COLUMN traceparent text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_deliveries DROP COLUMN traceparent');
  }
}

import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Members ask only for what is theirs: whoever has used little or nothing must not have all rows read for that. */
export class FindUsageByOwner1763164800023 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX usage_events_by_owner ON usage_events (owner, started_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX usage_events_by_owner');
  }
}

import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Channels had the old defaults written into their rows; whoever kept those waits as long as clients do from now on. */
export class WaitAsLongAsClientsDo1763164800050 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE channels ADD COLUMN max_connections integer;
      UPDATE channels SET timeouts = timeouts
        || '{"wholeMs": 600000}'
        || CASE WHEN timeouts->>'firstByteMs' = '60000' THEN '{"firstByteMs": 300000}' ELSE '{}' END::jsonb
        || CASE WHEN timeouts->>'idleMs' = '60000' THEN '{"idleMs": 300000}' ELSE '{}' END::jsonb;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE channels SET timeouts = (timeouts - 'wholeMs')
        || CASE WHEN timeouts->>'firstByteMs' = '300000' THEN '{"firstByteMs": 60000}' ELSE '{}' END::jsonb
        || CASE WHEN timeouts->>'idleMs' = '300000' THEN '{"idleMs": 60000}' ELSE '{}' END::jsonb;
      ALTER TABLE channels DROP COLUMN max_connections;
    `);
  }
}

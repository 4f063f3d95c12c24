import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Whether a channel of a config file is the operator's, or came by the API. Where the file that counts came by the API,
 * its channels did; the next start with a file of the operator's makes those in it the operator's again.
 */
export class KnowWhoDeclaredChannels1763164800340 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE channels ADD COLUMN declared_by text');
    await runner.query(`
      UPDATE channels SET declared_by = 'api'
      WHERE origin = 'file'
        AND (SELECT source FROM config_generations ORDER BY generation DESC LIMIT 1) = 'api'
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE channels DROP COLUMN declared_by');
  }
}

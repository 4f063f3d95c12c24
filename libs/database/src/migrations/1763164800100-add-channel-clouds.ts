import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Clouds serve the same models in many places, for many projects. Who a channel is there is sealed with its keys. */
export class AddChannelClouds1763164800100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE channels ADD COLUMN region text, ADD COLUMN project text, ADD COLUMN location text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE channels DROP COLUMN location, DROP COLUMN project, DROP COLUMN region;
    `);
  }
}

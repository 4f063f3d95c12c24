import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** One row for each kind of maintenance: when it began last, and until when nobody else may begin. */
export class CreateMaintenanceRuns1763164800035 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE maintenance_runs (
        name text PRIMARY KEY,
        worker text NOT NULL,
        started_at timestamptz NOT NULL,
        leased_until timestamptz NOT NULL
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE maintenance_runs');
  }
}

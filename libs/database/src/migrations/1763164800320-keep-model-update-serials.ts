import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** The highest serial of the signed model data that was applied, so that older data cannot be applied again. */
export class KeepModelUpdateSerials1763164800320 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE model_update_serials (
        -- SHA-256 of the public key.
        signer text NOT NULL,
        form text NOT NULL,
        serial bigint NOT NULL,
        -- Of the file that had it.
        sha256 text NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (signer, form)
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE model_update_serials');
  }
}

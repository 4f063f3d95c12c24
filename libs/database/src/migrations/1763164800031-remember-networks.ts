import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Where people have signed in from, so that strangers who guess at their password do not lock them out there. */
export class RememberNetworks1763164800031 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE known_networks (
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        -- An IPv4 address, or the network of an IPv6 address.
        network text NOT NULL,
        last_sign_in_at timestamptz NOT NULL,
        PRIMARY KEY (user_id, network)
      );
      CREATE INDEX known_networks_age ON known_networks (last_sign_in_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE known_networks');
  }
}

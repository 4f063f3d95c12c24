import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** What processes tell each other of the health of channels. Nothing is lost with it: each finds out by itself, too. */
export class KeepChannelStates1763164800013 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE channel_states (
        -- Made of what it is about, so that every process means the same row.
        id uuid PRIMARY KEY,
        -- Built-in channels have no row in channels.
        channel_id text NOT NULL,
        upstream_model text,
        key_fingerprint text,
        state text NOT NULL CHECK (state IN ('closed', 'open', 'cooling', 'key-refused')),
        reason text NOT NULL,
        times integer NOT NULL,
        until timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        reported_by text NOT NULL,
        CHECK (num_nonnulls(upstream_model, key_fingerprint) = 1)
      );
      CREATE TRIGGER announce_change AFTER INSERT OR UPDATE ON channel_states
        FOR EACH ROW EXECUTE FUNCTION announce_change();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE channel_states');
  }
}

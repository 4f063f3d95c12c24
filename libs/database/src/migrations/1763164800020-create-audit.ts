import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Who changed what. Each entry has the hash of the one before it; how they are made is in libs/audit. */
export class CreateAudit1763164800020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_entries (
        -- Without a gap: no sequence, since those do not roll back.
        seq bigint PRIMARY KEY CHECK (seq > 0),
        at timestamptz NOT NULL,
        -- {kind, id, name}, as they were then.
        actor jsonb NOT NULL,
        action text NOT NULL,
        subject_type text NOT NULL,
        subject_id text NOT NULL,
        subject_name text,
        -- Field to {from, to}, or to "changed" where the field is a secret.
        changes jsonb NOT NULL,
        address text,
        request_id text,
        previous_hash bytea NOT NULL CHECK (octet_length(previous_hash) = 32),
        hash bytea NOT NULL CHECK (octet_length(hash) = 32)
      );
      CREATE INDEX audit_entries_by_subject ON audit_entries (subject_type, subject_id, seq);
      CREATE INDEX audit_entries_by_actor_id ON audit_entries ((actor ->> 'id'), seq);
      CREATE INDEX audit_entries_by_actor_name ON audit_entries ((actor ->> 'name'), seq);
      CREATE INDEX audit_entries_by_action ON audit_entries (action, seq);
      CREATE INDEX audit_entries_by_time ON audit_entries (at);

      CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'the audit log is only ever added to';
      END $$;
      CREATE TRIGGER audit_entries_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
      -- Otherwise a session could call itself a replica, for which triggers do not fire.
      ALTER TABLE audit_entries ENABLE ALWAYS TRIGGER audit_entries_are_final;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE audit_entries;
      DROP FUNCTION refuse_audit_change;
    `);
  }
}

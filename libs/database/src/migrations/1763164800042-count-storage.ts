import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * What each owner has stored, counted by the tables themselves, so that no writer can forget to. A change is a row of its
 * own: one counter for each owner would make all of that owner's requests wait for each other. Maintenance adds them up.
 */
export class CountStorage1763164800042 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
    await runner.query(COUNTING);
    for (const [table, kind] of COUNTED) await runner.query(getTriggers(table, kind));
    await runner.query(`
      INSERT INTO storage_use (owner, kind, items, bytes)
      SELECT owner, 'responses', count(*), sum(size_bytes) FROM stored_responses WHERE size_bytes > 0 GROUP BY owner
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION count_stored_rows CASCADE;
      DROP FUNCTION count_removed_rows CASCADE;
      DROP FUNCTION count_changed_rows CASCADE;
      DROP TABLE media_files, storage_changes, storage_use;
      DROP INDEX stored_responses_age, idempotency_keys_age;
      ALTER TABLE stored_responses DROP COLUMN size_bytes;
      ALTER TABLE idempotency_keys DROP COLUMN size_bytes, DROP COLUMN owner;
    `);
  }
}

const COUNTED = [
  ['stored_responses', 'responses'],
  ['idempotency_keys', 'answers'],
  ['media_files', 'media'],
] as const;

const COLUMNS = `
  ALTER TABLE stored_responses ADD COLUMN size_bytes integer GENERATED ALWAYS AS (octet_length(content)) STORED;
  CREATE INDEX stored_responses_age ON stored_responses (owner, created_at DESC, id) INCLUDE (size_bytes);

  ALTER TABLE idempotency_keys
    -- NULL in rows from before, which are not counted.
    ADD COLUMN owner text,
    ADD COLUMN size_bytes integer GENERATED ALWAYS AS (COALESCE(octet_length(answer), 0)) STORED;
  CREATE INDEX idempotency_keys_age ON idempotency_keys (owner, expires_at DESC, id) INCLUDE (size_bytes)
    WHERE state = 'answered';

  -- Whose a file in the media store is. Files from before have no row, and are not counted.
  CREATE TABLE media_files (
    id text PRIMARY KEY,
    owner text NOT NULL,
    size_bytes bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX media_files_age ON media_files (created_at);
`;

const COUNTING = `
  CREATE TABLE storage_use (
    owner text NOT NULL,
    kind text NOT NULL,
    items bigint NOT NULL,
    bytes bigint NOT NULL,
    PRIMARY KEY (owner, kind)
  );
  -- What has changed since the sums were made.
  CREATE TABLE storage_changes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    owner text NOT NULL,
    kind text NOT NULL,
    items integer NOT NULL,
    bytes bigint NOT NULL
  );
  CREATE INDEX storage_changes_by_owner ON storage_changes (owner, kind) INCLUDE (items, bytes);

  CREATE FUNCTION count_stored_rows() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO storage_changes (owner, kind, items, bytes)
    SELECT owner, TG_ARGV[0], count(*), sum(size_bytes) FROM added
    WHERE owner IS NOT NULL AND size_bytes > 0 GROUP BY owner;
    RETURN NULL;
  END $$;

  CREATE FUNCTION count_removed_rows() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO storage_changes (owner, kind, items, bytes)
    SELECT owner, TG_ARGV[0], -count(*), -sum(size_bytes) FROM removed
    WHERE owner IS NOT NULL AND size_bytes > 0 GROUP BY owner;
    RETURN NULL;
  END $$;

  CREATE FUNCTION count_changed_rows() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO storage_changes (owner, kind, items, bytes)
    SELECT owner, TG_ARGV[0], sum(items), sum(bytes) FROM (
      SELECT owner, (size_bytes > 0)::int AS items, size_bytes AS bytes FROM added
      UNION ALL SELECT owner, -(size_bytes > 0)::int, -size_bytes FROM removed
    ) AS changed
    WHERE owner IS NOT NULL GROUP BY owner HAVING sum(items) <> 0 OR sum(bytes) <> 0;
    RETURN NULL;
  END $$;
`;

function getTriggers(table: string, kind: string): string {
  return `
    CREATE TRIGGER count_stored AFTER INSERT ON ${table} REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION count_stored_rows('${kind}');
    CREATE TRIGGER count_removed AFTER DELETE ON ${table} REFERENCING OLD TABLE AS removed
      FOR EACH STATEMENT EXECUTE FUNCTION count_removed_rows('${kind}');
    CREATE TRIGGER count_changed AFTER UPDATE ON ${table} REFERENCING OLD TABLE AS removed NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION count_changed_rows('${kind}');
  `;
}

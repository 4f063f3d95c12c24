import { Client } from 'pg';

/**
 * Adds a trigger that logs every change of a task with its connection and the owner of the lease. A connection belongs
 * to the worker that has claimed tasks with it.
 */
export async function logWrites(databaseUrl) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(TRIGGER);
  } finally {
    await client.end();
  }
}

const TRIGGER = `
  CREATE TABLE chaos_writes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    connection text NOT NULL,
    task_id text NOT NULL,
    is_claim boolean NOT NULL,
    lease_owner text,
    phases text NOT NULL
  );
  CREATE FUNCTION log_chaos_write() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO chaos_writes (connection, task_id, is_claim, lease_owner, phases)
    VALUES (pg_postmaster_start_time() || ' ' || pg_backend_pid(), NEW.id, NEW.lease_epoch > OLD.lease_epoch,
      NEW.lease_owner, OLD.phase || '>' || NEW.phase);
    RETURN NULL;
  END $$;
  CREATE TRIGGER chaos_writes AFTER UPDATE ON video_tasks FOR EACH ROW EXECUTE FUNCTION log_chaos_write();
`;

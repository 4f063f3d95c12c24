import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Video tasks, and everything that keeps one from being lost or paid for twice. */
export class CreateVideoTasks1763164800005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(GUARDS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE submit_evidence, orphan_watch, idempotency_records, video_task_events, video_tasks;
      DROP FUNCTION guard_video_task;
    `);
  }
}

const TABLES = `
  CREATE TABLE video_tasks (
    id text PRIMARY KEY,
    owner text NOT NULL,
    token_id uuid NOT NULL,
    model text NOT NULL,
    -- What was asked for, without the bytes of its images.
    request jsonb NOT NULL,

    status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'in_progress', 'completed', 'failed')),
    phase text NOT NULL DEFAULT 'accepted' CHECK (phase IN
      ('accepted', 'submitting', 'submit-unknown', 'polling', 'finalizing', 'completed', 'failed')),
    progress smallint NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
    -- Grows with every change that a client can see or a worker relies on.
    version integer NOT NULL DEFAULT 1,

    -- The account that was chosen for it, sealed as it was then: a new key or address does not orphan a running task.
    channel_id text,
    channel_name text,
    upstream_model text,
    account text,
    sealed_account bytea,
    -- Channels that have refused it, and what the last of them said.
    refused_channels text[] NOT NULL DEFAULT '{}',
    last_failure jsonb,
    -- Two equal requests to one account cannot be told apart while the fate of one is unknown.
    request_hash bytea,
    submit_attempt integer NOT NULL DEFAULT 0,
    submitted_at timestamptz,
    upstream_id text,
    -- What the provider needs to know to ask again.
    upstream_memo jsonb,

    lease_owner text,
    lease_epoch bigint NOT NULL DEFAULT 0,
    lease_until timestamptz,
    next_run_at timestamptz NOT NULL DEFAULT now(),
    deadline_at timestamptz NOT NULL,
    resolve_until timestamptz,
    -- Lookups that found nothing, or polls that failed, one after the other.
    misses integer NOT NULL DEFAULT 0,
    missing_since timestamptz,
    cancel_requested_at timestamptz,

    -- What the model cost when the task was accepted; NULL where nobody has said.
    price jsonb,
    held_micro_usd bigint NOT NULL DEFAULT 0 CHECK (held_micro_usd >= 0),
    cost_micro_usd bigint,
    webhook_url text,

    -- Name of the file in our own store, and what is known of it.
    result jsonb,
    error_code integer,
    error_message text,

    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    started_at timestamptz,
    finished_at timestamptz,

    CHECK ((status = 'completed') = (phase = 'completed') AND (status = 'failed') = (phase = 'failed')),
    CHECK ((status = 'completed') = (result IS NOT NULL)),
    CHECK ((status = 'failed') = (error_code IS NOT NULL AND error_message IS NOT NULL)),
    CHECK (phase <> 'polling' OR upstream_id IS NOT NULL)
  );
  CREATE INDEX video_tasks_due ON video_tasks (next_run_at) WHERE status IN ('queued', 'in_progress');
  CREATE INDEX video_tasks_by_owner ON video_tasks (owner, created_at DESC, id DESC);
  CREATE INDEX video_tasks_running ON video_tasks (account) WHERE phase IN ('submitting', 'polling', 'finalizing');
  CREATE UNIQUE INDEX video_tasks_upstream ON video_tasks (account, upstream_id);
  CREATE UNIQUE INDEX video_tasks_one_unresolved ON video_tasks (account, request_hash)
    WHERE phase IN ('submitting', 'submit-unknown');

  CREATE TABLE video_task_events (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    task_id text NOT NULL REFERENCES video_tasks (id) ON DELETE CASCADE,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    kind text NOT NULL,
    from_phase text,
    to_phase text NOT NULL,
    status text NOT NULL,
    version integer NOT NULL,
    lease_epoch bigint NOT NULL,
    detail jsonb
  );
  CREATE INDEX video_task_events_by_task ON video_task_events (task_id, id);

  -- An id that an upstream gave us, kept whoever still holds the lease: a worker that wakes up late must not lose it.
  CREATE TABLE submit_evidence (
    task_id text NOT NULL REFERENCES video_tasks (id) ON DELETE CASCADE,
    attempt integer NOT NULL,
    account text NOT NULL,
    upstream_id text NOT NULL,
    upstream_memo jsonb,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (task_id, attempt, upstream_id)
  );

  -- Work that an upstream may be doing, or has done, for a task that no longer waits for it.
  CREATE TABLE orphan_watch (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    task_id text NOT NULL,
    account text NOT NULL,
    upstream_id text,
    reason text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    watch_until timestamptz NOT NULL
  );

  CREATE TABLE idempotency_records (
    token_id uuid NOT NULL,
    route text NOT NULL,
    key_hash bytea NOT NULL,
    request_hash bytea NOT NULL,
    task_id text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (token_id, route, key_hash)
  );
  CREATE INDEX idempotency_records_expiry ON idempotency_records (expires_at);
`;

/** The rules that no program error can break. */
const GUARDS = `
  CREATE FUNCTION guard_video_task() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF OLD.status IN ('completed', 'failed') THEN
      IF (NEW.status, NEW.phase, NEW.upstream_id, NEW.result, NEW.error_code, NEW.error_message, NEW.cost_micro_usd)
        IS DISTINCT FROM
        (OLD.status, OLD.phase, OLD.upstream_id, OLD.result, OLD.error_code, OLD.error_message, OLD.cost_micro_usd)
      THEN
        RAISE EXCEPTION 'video task % is finished and does not change', OLD.id;
      END IF;
      RETURN NEW;
    END IF;
    IF OLD.status = 'in_progress' AND NEW.status = 'queued' THEN
      RAISE EXCEPTION 'video task % does not go back from % to %', OLD.id, OLD.status, NEW.status;
    END IF;
    IF NEW.progress < OLD.progress OR NEW.version < OLD.version OR NEW.lease_epoch < OLD.lease_epoch THEN
      RAISE EXCEPTION 'video task % only moves forward', OLD.id;
    END IF;
    IF NEW.phase <> OLD.phase AND NOT (OLD.phase, NEW.phase) IN (
      ('accepted', 'submitting'), ('accepted', 'failed'),
      ('submitting', 'accepted'), ('submitting', 'submit-unknown'), ('submitting', 'polling'), ('submitting', 'failed'),
      ('submit-unknown', 'polling'), ('submit-unknown', 'accepted'), ('submit-unknown', 'failed'),
      ('polling', 'finalizing'), ('polling', 'failed'),
      ('finalizing', 'completed'), ('finalizing', 'failed')
    ) THEN
      RAISE EXCEPTION 'video task % cannot go from % to %', OLD.id, OLD.phase, NEW.phase;
    END IF;
    IF NEW.phase <> OLD.phase AND NEW.version = OLD.version THEN
      RAISE EXCEPTION 'video task % changed its phase without a new version', OLD.id;
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER video_tasks_guard BEFORE UPDATE ON video_tasks
    FOR EACH ROW EXECUTE FUNCTION guard_video_task();
`;

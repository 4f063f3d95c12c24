import { type DataSource, type EntityManager } from 'typeorm';
import { type TaskChange, type TaskEvent, buildAssignments } from './change.js';
import { type TaskPhase, type TaskRequest, type VideoTask } from './task.js';
import { type TaskSeals } from './task-seals.js';
import { TASK_COLUMNS, type TaskRow, buildTask } from './task-row.js';

export interface Transition extends TaskChange {
  from: TaskPhase | readonly TaskPhase[];
  event: TaskEvent;
  /** Does nothing if the client has requested cancellation meanwhile. */
  unlessCancelled?: boolean;
  /** Runs in the same transaction: ledger bookings and webhooks. */
  effects?: (manager: EntityManager, task: VideoTask) => Promise<void>;
}

/** Conditions for a change. A defined member must equal that of the row: the lease, the submissions or the account. */
export type TaskGuard = Pick<VideoTask, 'id'> &
  Partial<Pick<VideoTask, 'leaseEpoch' | 'submitAttempt' | 'account' | 'readAt'>>;

/** Changes tasks: one guarded statement, its event and its effects, in one transaction. */
export class TransitionRepository {
  constructor(
    private readonly dataSource: DataSource,
    protected readonly seals: TaskSeals,
  ) {}

  /** Undefined if the guard or the phase does not match any more. Then nothing is changed. */
  async apply(guard: TaskGuard, transition: Transition): Promise<VideoTask | undefined> {
    return this.dataSource.transaction((manager) => this.applyIn(manager, guard, transition));
  }

  /** `apply` in an existing transaction. */
  async applyIn(
    manager: EntityManager,
    { id, leaseEpoch, submitAttempt, account, readAt }: TaskGuard,
    { from, set, at, event, unlessCancelled = false, effects }: Transition,
  ): Promise<VideoTask | undefined> {
    const guards = [leaseEpoch ?? null, submitAttempt ?? null, account ?? null, unlessCancelled];
    const parameters: unknown[] = [id, [from].flat(), ...guards];
    const changes = buildAssignments({ set, at }, parameters, readAt);
    const [rows] = await manager.query<[(TaskRow & { old_phase: TaskPhase })[], number]>(
      `UPDATE video_tasks SET ${changes}, version = version + 1
       FROM (
         SELECT id AS held_id, phase AS old_phase FROM video_tasks
         WHERE id = $1 AND phase = ANY($2) AND ($3::bigint IS NULL OR lease_epoch = $3)
           AND ($4::int IS NULL OR submit_attempt = $4) AND ($5::text IS NULL OR account = $5)
           AND NOT ($6 AND cancel_requested_at IS NOT NULL) FOR UPDATE
       ) held
       WHERE id = held_id RETURNING ${TASK_COLUMNS}, old_phase`,
      parameters,
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    const task = buildTask(row, this.seals);
    await recordEvent(manager, task, { ...event, from: row.old_phase });
    await effects?.(manager, task);
    return task;
  }

  /** A change without an event, such as of the next run and the lease. False if the lease was lost. */
  async touch({ id, leaseEpoch, readAt }: TaskGuard, change: TaskChange): Promise<boolean> {
    const parameters: unknown[] = [id, leaseEpoch];
    const changes = buildAssignments(change, parameters, readAt);
    const [, count] = await this.dataSource.query<[unknown, number]>(
      `UPDATE video_tasks SET ${changes} WHERE id = $1 AND lease_epoch = $2 AND status IN ('queued', 'in_progress')`,
      parameters,
    );
    return count > 0;
  }

  /** Replaces the encrypted members of the request. False if the lease was lost. */
  async replaceRequest(guard: TaskGuard, request: TaskRequest): Promise<boolean> {
    const { sealedRequest } = this.seals.sealRequest(guard.id, request);
    return this.touch(guard, { set: { sealed_request: sealedRequest } });
  }
}

export async function recordEvent(
  manager: EntityManager,
  { id, phase, status, version, leaseEpoch }: VideoTask,
  { kind, detail, from }: TaskEvent & { from?: TaskPhase },
): Promise<void> {
  await manager.query(
    `INSERT INTO video_task_events (task_id, kind, from_phase, to_phase, status, version, lease_epoch, detail)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      id,
      kind,
      from ?? null,
      phase,
      status,
      version,
      leaseEpoch,
      detail === undefined ? null : JSON.stringify(detail),
    ],
  );
}

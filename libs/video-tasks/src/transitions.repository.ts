import { type DataSource, type EntityManager } from 'typeorm';
import { type TaskChange, type TaskEvent, assignments } from './change.js';
import { type TaskPhase, type VideoTask } from './task.js';
import { type TaskSeals } from './task-seals.js';
import { TASK_COLUMNS, type TaskRow, buildTask } from './task-row.js';

export interface Transition extends TaskChange {
  from: TaskPhase | readonly TaskPhase[];
  event: TaskEvent;
  /** Not where the client has asked for the opposite meanwhile. */
  unlessCancelled?: boolean;
  /** What happens in the same transaction: money, and word to whoever waits. */
  effects?: (manager: EntityManager, task: VideoTask) => Promise<void>;
}

/**
 * Whose change it is: the holder of a lease, whoever has heard from its account, somebody who knows how often it was
 * sent, or anybody.
 */
export type Mover = Pick<VideoTask, 'id'> &
  Partial<Pick<VideoTask, 'leaseEpoch' | 'submitAttempt' | 'account' | 'readAt'>>;

/** Every change of a task: one guarded statement, its event and its effects, all or nothing. */
export class TransitionRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly seals: TaskSeals,
  ) {}

  /** Undefined where somebody else was faster: then nothing has happened. */
  async apply(mover: Mover, transition: Transition): Promise<VideoTask | undefined> {
    return this.dataSource.transaction((manager) => applyTransition(manager, mover, transition, this.seals));
  }

  /** A change that nobody sees: when to look again, and who may. */
  async touch({ id, leaseEpoch, readAt }: Mover, change: TaskChange): Promise<boolean> {
    const parameters: unknown[] = [id, leaseEpoch];
    const changes = assignments(change, parameters, readAt);
    const [, count] = await this.dataSource.query<[unknown, number]>(
      `UPDATE video_tasks SET ${changes} WHERE id = $1 AND lease_epoch = $2 AND status IN ('queued', 'in_progress')`,
      parameters,
    );
    return count > 0;
  }
}

export async function applyTransition(
  manager: EntityManager,
  { id, leaseEpoch, submitAttempt, account, readAt }: Mover,
  { from, set, at, event, unlessCancelled = false, effects }: Transition,
  seals: TaskSeals,
): Promise<VideoTask | undefined> {
  const guards = [leaseEpoch ?? null, submitAttempt ?? null, account ?? null, unlessCancelled];
  const parameters: unknown[] = [id, [from].flat(), ...guards];
  const changes = assignments({ set, at }, parameters, readAt);
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
  const task = buildTask(row, seals);
  await recordEvent(manager, task, { ...event, from: row.old_phase });
  await effects?.(manager, task);
  return task;
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

import {
  type Page,
  type PageRequest,
  SqlConditions,
  type Transaction,
  mapPage,
  newestFirst,
} from '#database';
import { SecretBox } from '#secrets';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Submission, findSubmissions } from './submissions.js';
import { type TaskRequest, type VideoTask } from './task.js';
import { CANCELLED_CODE } from './task-failures.js';
import { type StoredRequest, TaskSeals } from './task-seals.js';

/** A row as returned by the driver. */
type StoredTaskRow = Omit<TaskRow, 'request'> & StoredRequest;

/** The displayed columns of `video_tasks`. The encrypted account is not selected. */
export interface TaskRow {
  id: string;
  owner: string;
  token_id: string;
  token_name: string | null;
  model: string;
  request: TaskRequest;
  status: VideoTask['status'];
  phase: string;
  progress: number;
  channel_name: string | null;
  upstream_model: string | null;
  upstream_id: string | null;
  held_micro_usd: string;
  cost_micro_usd: string | null;
  webhook_url: string | null;
  result: VideoTask['result'] | null;
  error_code: number | null;
  error_message: string | null;
  deadline_at: Date;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  cancel_requested_at: Date | null;
}

interface TaskEventRow {
  at: Date;
  kind: string;
  from_phase: string | null;
  to_phase: string;
  detail: object | null;
}

/** The history of a task, from other rows. */
export interface TaskHistory {
  submissions: Submission[];
  events: TaskEventRow[];
  retries: string[];
}

/** The required owner of tasks; undefined for tasks of all owners. */
type OwnerFilter = string | undefined;

const SELECT = `
  SELECT id, owner, token_id, (SELECT name FROM tokens WHERE tokens.id = token_id) AS token_name, model, request,
    sealed_request, status, phase, progress, channel_name, upstream_model, upstream_id, held_micro_usd, cost_micro_usd, webhook_url,
    result, error_code, error_message, deadline_at, created_at, started_at, finished_at, cancel_requested_at
  FROM video_tasks`;

const STATUS_CONDITIONS = {
  queued: `status = 'queued'`,
  in_progress: `status = 'in_progress'`,
  completed: `status = 'completed'`,
  failed: `status = 'failed' AND error_code <> ${CANCELLED_CODE}`,
  cancelled: `status = 'failed' AND error_code = ${CANCELLED_CODE}`,
} as const;

export interface TaskListFilter extends PageRequest {
  sort: string;
  status?: keyof typeof STATUS_CONDITIONS;
  model?: string;
  token?: string;
  owner?: string;
  /** The start of the creation period, inclusive. */
  from?: string;
  /** The end of the creation period, exclusive. */
  to?: string;
}

/** Lists tasks for the admin API, with their history. */
@Injectable()
export class TaskListRepository {
  private readonly seals: TaskSeals;

  constructor(
    private readonly dataSource: DataSource,
    secretBox: SecretBox,
  ) {
    this.seals = new TaskSeals(secretBox);
  }

  async list(query: TaskListFilter, requiredOwner: OwnerFilter): Promise<Page<TaskRow>> {
    const { status, model, token, owner, from, to, sort } = query;
    const conditions = new SqlConditions();
    if (requiredOwner !== undefined) conditions.add('owner = ?', requiredOwner);
    if (owner !== undefined) conditions.add('owner = ?', owner);
    if (status !== undefined) conditions.add(STATUS_CONDITIONS[status]);
    if (model !== undefined) conditions.add('model = ?', model);
    if (token !== undefined) conditions.add('token_id = ?', token);
    if (from !== undefined) conditions.add('created_at >= ?', new Date(from));
    if (to !== undefined) conditions.add('created_at < ?', new Date(to));
    const page = await newestFirst<StoredTaskRow>(
      this.dataSource,
      { select: SELECT, conditions, sort },
      query,
    );
    return mapPage(page, (row) => this.open(row));
  }

  async find(id: string, requiredOwner: OwnerFilter): Promise<TaskRow | undefined> {
    const [row] = await this.dataSource.query<StoredTaskRow[]>(
      `${SELECT} WHERE id = $1 AND ($2::text IS NULL OR owner = $2)`,
      [id, requiredOwner ?? null],
    );
    return row && this.open(row);
  }

  async findHistory(id: string): Promise<TaskHistory> {
    const [submissions, events, retries] = await Promise.all([
      findSubmissions(this.dataSource.manager, { id }),
      this.dataSource.query<TaskEventRow[]>(
        'SELECT at, kind, from_phase, to_phase, detail FROM video_task_events WHERE task_id = $1 ORDER BY id',
        [id],
      ),
      this.dataSource.query<{ id: string }[]>(
        `SELECT id FROM video_tasks WHERE request ? 'retryOf' AND request->>'retryOf' = $1 ORDER BY created_at, id`,
        [id],
      ),
    ]);
    return { submissions, events, retries: retries.map((retry) => retry.id) };
  }

  /** Locks the original task, so that of two simultaneous retries, the second one sees the first. */
  async hasOtherRetry(transaction: Transaction, id: string, retryId: string): Promise<boolean> {
    await transaction.query('SELECT FROM video_tasks WHERE id = $1 FOR NO KEY UPDATE', [id]);
    const others = await transaction.query<unknown[]>(
      `SELECT FROM video_tasks
       WHERE request ? 'retryOf' AND request->>'retryOf' = $1 AND id <> $2 AND status IN ('queued', 'in_progress') LIMIT 1`,
      [id, retryId],
    );
    return others.length > 0;
  }

  private open({ sealed_request, ...row }: StoredTaskRow): TaskRow {
    return { ...row, request: this.seals.openRequest({ ...row, sealed_request }) };
  }
}

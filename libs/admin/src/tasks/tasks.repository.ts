import { TokenEntity } from '#access';
import { Database, SqlConditions, type Transaction } from '#database';
import { SecretBox } from '#secrets';
import { CANCELLED_CODE, TaskSeals, ordersOf } from '#video-tasks';
import { Injectable } from '@nestjs/common';
import { newestFirst } from '../lists/newest-first.repository.js';
import { type Page, mapPage } from '../lists/page.js';
import { type ShownStatus, type TaskListQuery } from './task.dto.js';
import { type StoredTaskRow, type TaskEventRow, type TaskHistory, type TaskRow } from './task-row.js';

/** An owner that tasks have to be of; undefined where anybody's will do. */
type Whose = string | undefined;

const SELECT = `
  SELECT id, owner, token_id, (SELECT name FROM tokens WHERE tokens.id = token_id) AS token_name, model, request,
    sealed_request, status, phase, progress, channel_name, upstream_model, upstream_id, held_micro_usd, cost_micro_usd, webhook_url,
    result, error_code, error_message, deadline_at, created_at, started_at, finished_at, cancel_requested_at
  FROM video_tasks`;

const STATUS_CONDITIONS: Readonly<Record<ShownStatus, string>> = {
  queued: `status = 'queued'`,
  in_progress: `status = 'in_progress'`,
  completed: `status = 'completed'`,
  failed: `status = 'failed' AND error_code <> ${CANCELLED_CODE}`,
  cancelled: `status = 'failed' AND error_code = ${CANCELLED_CODE}`,
};

@Injectable()
export class TasksRepository {
  private readonly seals: TaskSeals;

  constructor(
    private readonly database: Database,
    secretBox: SecretBox,
  ) {
    this.seals = new TaskSeals(secretBox);
  }

  async list(query: TaskListQuery, whose: Whose): Promise<Page<TaskRow>> {
    const { status, model, token, owner, from, to, sort } = query;
    const conditions = new SqlConditions();
    if (whose !== undefined) conditions.add('owner = ?', whose);
    if (owner !== undefined) conditions.add('owner = ?', owner);
    if (status !== undefined) conditions.add(STATUS_CONDITIONS[status]);
    if (model !== undefined) conditions.add('model = ?', model);
    if (token !== undefined) conditions.add('token_id = ?', token);
    if (from !== undefined) conditions.add('created_at >= ?', new Date(from));
    if (to !== undefined) conditions.add('created_at < ?', new Date(to));
    const page = await newestFirst<StoredTaskRow>(this.database, { select: SELECT, conditions, sort }, query);
    return mapPage(page, (row) => this.open(row));
  }

  async find(id: string, whose: Whose): Promise<TaskRow | undefined> {
    const [row] = await this.database.query<StoredTaskRow[]>(
      `${SELECT} WHERE id = $1 AND ($2::text IS NULL OR owner = $2)`,
      [id, whose ?? null],
    );
    return row && this.open(row);
  }

  async historyOf(id: string): Promise<TaskHistory> {
    const [orders, events, retries] = await Promise.all([
      ordersOf(this.database.manager, { id }),
      this.database.query<TaskEventRow[]>(
        'SELECT at, kind, from_phase, to_phase, detail FROM video_task_events WHERE task_id = $1 ORDER BY id',
        [id],
      ),
      this.database.query<{ id: string }[]>(
        `SELECT id FROM video_tasks WHERE request ? 'retryOf' AND request->>'retryOf' = $1 ORDER BY created_at, id`,
        [id],
      ),
    ]);
    return { orders, events, retries: retries.map((retry) => retry.id) };
  }

  async tokenOf({ token_id: id }: Pick<TaskRow, 'token_id'>): Promise<TokenEntity | null> {
    return this.database.getRepository(TokenEntity).findOneBy({ id });
  }

  /** Of two who repeat an order at the same time, the second sees what the first has done. */
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

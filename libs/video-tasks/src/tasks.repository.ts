import { type ModelPrice } from '#catalog';
import { type BudgetAccountLimit, otherBudgetAccounts } from '#metering';
import { type DataSource, type EntityManager } from 'typeorm';
import { type KeptRequest, type TaskStatus, type VideoTask } from './task.js';
import { type TaskSeals } from './task-seals.js';
import { TASK_COLUMNS, type TaskRow, buildTask } from './task-row.js';

export interface NewTask {
  id: string;
  owner: string;
  tokenId: string;
  model: string;
  request: KeptRequest;
  price?: ModelPrice;
  heldMicroUsd: number;
  /** What it is paid from; the budget account of its token, where nothing else is said. */
  budgetAccounts?: readonly BudgetAccountLimit[];
  deadlineMs: number;
  webhookUrl?: string;
}

export interface TaskFilter {
  owner: string;
  status?: TaskStatus;
  model?: string;
  /** The id of the last one of the page before. */
  after?: string;
  order: 'asc' | 'desc';
  limit: number;
}

/** Tasks as their owners see them. Every question names the owner: nobody finds what belongs to somebody else. */
export class TaskRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly seals: TaskSeals,
  ) {}

  async insert(manager: EntityManager, task: NewTask): Promise<VideoTask> {
    const { request, sealedRequest } = this.seals.sealRequest(task.id, task.request);
    const [row] = await manager.query<TaskRow[]>(
      `INSERT INTO video_tasks (id, owner, token_id, model, request, sealed_request, held_micro_usd, webhook_url, price,
         other_budget_accounts, deadline_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, clock_timestamp() + $11 * interval '1 millisecond')
       RETURNING ${TASK_COLUMNS}`,
      [
        task.id,
        task.owner,
        task.tokenId,
        task.model,
        JSON.stringify(request),
        sealedRequest,
        task.heldMicroUsd,
        task.webhookUrl ?? null,
        task.price === undefined ? null : JSON.stringify(task.price),
        otherBudgetAccounts(task.tokenId, task.budgetAccounts),
        task.deadlineMs,
      ],
    );
    if (row === undefined) throw new Error('an inserted task is given back');
    return buildTask(row, this.seals);
  }

  async find(owner: string, id: string): Promise<VideoTask | undefined> {
    const [row] = await this.dataSource.query<TaskRow[]>(
      `SELECT ${TASK_COLUMNS} FROM video_tasks WHERE id = $1 AND owner = $2`,
      [id, owner],
    );
    return row === undefined ? undefined : buildTask(row, this.seals);
  }

  /** One more than asked for, where there is one. */
  async list({ owner, status, model, after, order: submission, limit }: TaskFilter): Promise<VideoTask[]> {
    const [comparison, direction] = submission === 'asc' ? ['>', 'ASC'] : ['<', 'DESC'];
    const rows = await this.dataSource.query<TaskRow[]>(
      `SELECT ${TASK_COLUMNS} FROM video_tasks
       WHERE owner = $1 AND ($2::text IS NULL OR status = $2) AND ($3::text IS NULL OR model = $3)
         AND ($4::text IS NULL OR (created_at, id) ${comparison}
           (SELECT created_at, id FROM video_tasks WHERE id = $4 AND owner = $1))
       ORDER BY created_at ${direction}, id ${direction} LIMIT $5`,
      [owner, status ?? null, model ?? null, after ?? null, limit + 1],
    );
    return rows.map((row) => buildTask(row, this.seals));
  }

  /**
   * Only a finished task can go; says whether it went. The name of its video is kept for as long as others might find
   * the video in a list and take it for their own.
   */
  async delete(owner: string, id: string): Promise<boolean> {
    const [row] = await this.dataSource.query<{ deleted: number }[]>(
      `WITH deleted AS (
         DELETE FROM video_tasks WHERE id = $1 AND owner = $2 AND status IN ('completed', 'failed')
         RETURNING id, account, upstream_id
       ), kept AS (
         INSERT INTO orphan_watch (task_id, account, upstream_id, reason, watch_until)
         SELECT id, account, upstream_id, 'deleted', clock_timestamp() + interval '1 hour'
         FROM deleted d WHERE account IS NOT NULL AND upstream_id IS NOT NULL
           AND NOT EXISTS (
             SELECT FROM orphan_watch o WHERE o.account = d.account AND o.upstream_id = d.upstream_id
           )
       )
       SELECT count(*)::int AS deleted FROM deleted`,
      [id, owner],
    );
    return (row?.deleted ?? 0) > 0;
  }
}

import { GatewayError } from '#canonical';
import { type ModelPrice } from '#catalog';
import { type BudgetAccountLimit, otherBudgetAccounts } from '#metering';
import { Database } from '#database';
import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type TaskRequest, type TaskStatus, type VideoTask } from './task.js';
import { TaskSeals } from './task-seals.js';
import { TASK_COLUMNS, type TaskRow, buildTask } from './task-row.js';

export interface NewTask {
  id: string;
  owner: string;
  tokenId: string;
  model: string;
  request: TaskRequest;
  price?: ModelPrice;
  heldMicroUsd: number;
  /** The budget accounts that pay, besides that of the token. */
  budgetAccounts: readonly BudgetAccountLimit[];
  deadlineMs: number;
  webhookUrl?: string;
}

export interface TaskFilter {
  owner: string;
  status?: TaskStatus;
  model?: string;
  /** The id of the last task of the previous page. */
  after?: string;
  order: 'asc' | 'desc';
  limit: number;
}

/** The tasks of owners. Every query contains the owner, so that no client can access tasks of others. */
@Injectable()
export class TaskRepository {
  constructor(
    private readonly dataSource: Database,
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
    if (row === undefined) throw new Error('the inserted task was not returned');
    return buildTask(row, this.seals);
  }

  async find(owner: string, id: string): Promise<VideoTask | undefined> {
    const [row] = await this.dataSource.query<TaskRow[]>(
      `SELECT ${TASK_COLUMNS} FROM video_tasks WHERE id = $1 AND owner = $2`,
      [id, owner],
    );
    return row === undefined ? undefined : buildTask(row, this.seals);
  }

  /** Throws if the owner has no such task. */
  async require(owner: string, id: string): Promise<VideoTask> {
    const task = await this.find(owner, id);
    if (task !== undefined) return task;
    throw new GatewayError('resource-not-found', 'The task does not exist.', {
      param: 'task_id',
      code: 'task_not_found',
    });
  }

  /** Returns one task more than the limit if there are more. */
  async list({ owner, status, model, after, order, limit }: TaskFilter): Promise<VideoTask[]> {
    const [comparison, direction] = order === 'asc' ? ['>', 'ASC'] : ['<', 'DESC'];
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
   * Deletes a finished task. False if the task is missing or not finished. The upstream id of its video is kept for as
   * long as another task could find the video in the upstream's list and take it for its own.
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

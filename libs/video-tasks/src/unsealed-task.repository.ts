import { type JsonObject } from '#canonical';
import { type SecretBox } from '#secrets';
import { type DataSource, type EntityManager } from 'typeorm';
import { type TaskRequest } from './task.js';
import { TaskSeals } from './task-seals.js';

const BATCH_ROWS = 100;
const MAX_BATCHES = 20;

interface UnsealedTask {
  id: string;
  request: TaskRequest;
  sealed_request: Buffer | null;
  upstream_memo: JsonObject | null;
}

interface UnsealedEvidence {
  task_id: string;
  attempt: number;
  upstream_id: string;
  upstream_memo: JsonObject;
}

/** Encrypts the unencrypted data of tasks from earlier versions, in small batches. */
export class UnsealedTaskRepository {
  private readonly seals: TaskSeals;

  constructor(
    private readonly dataSource: DataSource,
    secretBox: SecretBox,
  ) {
    this.seals = new TaskSeals(secretBox);
  }

  /** Returns how many tasks and items of evidence were sealed. */
  async sealAll(): Promise<number> {
    const tasks = await this.runBatches((manager) => this.sealTasks(manager));
    return tasks + (await this.runBatches((manager) => this.sealEvidence(manager)));
  }

  private async runBatches(sealBatch: (manager: EntityManager) => Promise<number>): Promise<number> {
    let sealed = 0;
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      const count = await this.dataSource.transaction(sealBatch);
      sealed += count;
      if (count < BATCH_ROWS) break;
    }
    return sealed;
  }

  private async sealTasks(manager: EntityManager): Promise<number> {
    const rows = await manager.query<UnsealedTask[]>(
      `SELECT id, request, sealed_request, upstream_memo FROM video_tasks
       WHERE sealed_request IS NULL OR upstream_memo IS NOT NULL LIMIT $1 FOR UPDATE SKIP LOCKED`,
      [BATCH_ROWS],
    );
    for (const { id, request, sealed_request: existing, upstream_memo: memo } of rows) {
      const { request: open, sealedRequest } = this.seals.sealRequest(id, request);
      await manager.query(
        `UPDATE video_tasks SET request = $2, sealed_request = $3, sealed_memo = COALESCE($4, sealed_memo),
           upstream_memo = NULL
         WHERE id = $1`,
        [id, JSON.stringify(open), existing ?? sealedRequest, this.seals.sealMemo(id, memo ?? undefined)],
      );
    }
    return rows.length;
  }

  private async sealEvidence(manager: EntityManager): Promise<number> {
    const rows = await manager.query<UnsealedEvidence[]>(
      `SELECT task_id, attempt, upstream_id, upstream_memo FROM submit_evidence
       WHERE upstream_memo IS NOT NULL LIMIT $1 FOR UPDATE SKIP LOCKED`,
      [BATCH_ROWS],
    );
    for (const { task_id: taskId, attempt, upstream_id: upstreamId, upstream_memo: memo } of rows) {
      await manager.query(
        `UPDATE submit_evidence SET sealed_memo = $4, upstream_memo = NULL
         WHERE task_id = $1 AND attempt = $2 AND upstream_id = $3`,
        [taskId, attempt, upstreamId, this.seals.sealEvidence({ taskId, attempt, upstreamId }, memo)],
      );
    }
    return rows.length;
  }
}

import { type JsonObject } from '#canonical';
import { Database } from '#database';
import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type VideoTask } from './task.js';
import { TaskSeals } from './task-seals.js';
import { FAILURES } from './task-failures.js';

export interface Evidence {
  taskId: string;
  attempt: number;
  account: string;
  upstreamId: string;
  memo?: JsonObject;
}

interface EvidenceRow {
  attempt: number;
  account: string;
  upstream_id: string;
  /** Only in evidence from before memos were encrypted. */
  upstream_memo: JsonObject | null;
  sealed_memo: Buffer | null;
}

const WATCH_HOURS = 48;

/**
 * The video ids that upstreams have returned. Each is stored in any case: a lost id means a video that is paid for
 * twice.
 */
@Injectable()
export class EvidenceRepository {
  constructor(
    private readonly dataSource: Database,
    private readonly seals: TaskSeals,
  ) {}

  async add({ taskId, attempt, account, upstreamId, memo }: Evidence): Promise<void> {
    const sealedMemo = this.seals.sealEvidence({ taskId, attempt, upstreamId }, memo);
    await this.dataSource.query(
      `INSERT INTO submit_evidence (task_id, attempt, account, upstream_id, sealed_memo)
       SELECT $1, $2, $3, $4, $5 WHERE EXISTS (SELECT FROM video_tasks WHERE id = $1)
       ON CONFLICT DO NOTHING`,
      [taskId, attempt, account, upstreamId, sealedMemo],
    );
  }

  /** The newest video that the account of a task has created for it. */
  async load({ id, account }: Pick<VideoTask, 'id' | 'account'>): Promise<Evidence | undefined> {
    const [row] = await this.dataSource.query<EvidenceRow[]>(
      `SELECT attempt, account, upstream_id, upstream_memo, sealed_memo FROM submit_evidence
       WHERE task_id = $1 AND account = $2 ORDER BY attempt DESC, created_at DESC LIMIT 1`,
      [id, account],
    );
    if (row === undefined) return undefined;
    const { attempt, account: at, upstream_id: upstreamId, upstream_memo: memo, sealed_memo: sealed } = row;
    const name = { taskId: id, attempt, upstreamId };
    const opened = sealed === null ? memo : this.seals.openEvidence(name, sealed);
    return { ...name, account: at, memo: opened ?? undefined };
  }

  /** Those of an account's video ids that belong or have belonged to a task. */
  async loadTakenIds(account: string, upstreamIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.dataSource.query<{ upstream_id: string }[]>(
      `SELECT upstream_id FROM video_tasks WHERE account = $1 AND upstream_id = ANY($2)
       UNION SELECT upstream_id FROM submit_evidence WHERE account = $1 AND upstream_id = ANY($2)
       UNION SELECT upstream_id FROM orphan_watch WHERE account = $1 AND upstream_id = ANY($2)`,
      [account, upstreamIds],
    );
    return new Set(rows.map(({ upstream_id: id }) => id));
  }

  /**
   * Whether another submission with the same fingerprint has an unknown outcome: a video of that time may be its own.
   */
  async hasLostDuplicate({ id }: Pick<VideoTask, 'id'>, since: Date): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      `SELECT FROM video_tasks t JOIN video_tasks lost USING (account, request_hash)
       WHERE t.id = $1 AND lost.id <> $1 AND lost.error_code = $2 AND lost.finished_at >= $3 LIMIT 1`,
      [id, FAILURES.unknown.code, since],
    );
    return rows.length > 0;
  }

  /**
   * Records a video that belongs to no task. False if it was already recorded, or if its task is not finished: that
   * task may still use it, or records it at its end.
   */
  async recordUnclaimed({ taskId, account, upstreamId }: Evidence): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      // Waits for a transaction that is ending the task.
      const [task] = await manager.query<{ is_finished: boolean }[]>(
        `SELECT status IN ('completed', 'failed') AS is_finished FROM video_tasks WHERE id = $1 FOR SHARE`,
        [taskId],
      );
      if (task?.is_finished === false) return false;
      const rows = await manager.query<unknown[]>(
        `INSERT INTO orphan_watch (task_id, account, upstream_id, reason, watch_until)
         SELECT $1, $2, $3, 'ordered twice', clock_timestamp() + $4 * interval '1 hour'
         WHERE NOT EXISTS (SELECT FROM video_tasks WHERE account = $2 AND upstream_id = $3)
           AND NOT EXISTS (SELECT FROM orphan_watch WHERE account = $2 AND upstream_id = $3)
         RETURNING id`,
        [taskId, account, upstreamId, WATCH_HOURS],
      );
      return rows.length > 0;
    });
  }

  /** Records all videos that were created for a task and not used by it, when the task ends. */
  async watchUnclaimed(manager: EntityManager, { id }: Pick<VideoTask, 'id'>): Promise<void> {
    await manager.query(
      `INSERT INTO orphan_watch (task_id, account, upstream_id, reason, watch_until)
       SELECT DISTINCT $1::text, e.account, e.upstream_id, 'ordered twice', clock_timestamp() + $2 * interval '1 hour'
       FROM submit_evidence e WHERE e.task_id = $1
         AND NOT EXISTS (SELECT FROM video_tasks t WHERE t.account = e.account AND t.upstream_id = e.upstream_id)
         AND NOT EXISTS (SELECT FROM orphan_watch o WHERE o.account = e.account AND o.upstream_id = e.upstream_id)`,
      [id, WATCH_HOURS],
    );
  }

  async watchOrphan(
    manager: EntityManager,
    { id, account }: Pick<VideoTask, 'id' | 'account'>,
    { upstreamId, reason }: { upstreamId?: string; reason: string },
  ): Promise<void> {
    await manager.query(
      `INSERT INTO orphan_watch (task_id, account, upstream_id, reason, watch_until)
       VALUES ($1, $2, $3, $4, clock_timestamp() + $5 * interval '1 hour')`,
      [id, account ?? '', upstreamId ?? null, reason, WATCH_HOURS],
    );
  }
}

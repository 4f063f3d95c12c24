import { type JsonObject } from '#canonical';
import { type DataSource, type EntityManager } from 'typeorm';
import { type VideoTask } from './task.js';

export interface Evidence {
  taskId: string;
  attempt: number;
  account: string;
  upstreamId: string;
  memo?: JsonObject;
}

const WATCH_HOURS = 48;

/** What upstreams have told us, kept whoever was told: an id that is thrown away is a film that is paid for twice. */
export class EvidenceRepository {
  constructor(private readonly dataSource: DataSource) {}

  async add({ taskId, attempt, account, upstreamId, memo }: Evidence): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO submit_evidence (task_id, attempt, account, upstream_id, upstream_memo)
       SELECT $1, $2, $3, $4, $5 WHERE EXISTS (SELECT FROM video_tasks WHERE id = $1)
       ON CONFLICT DO NOTHING`,
      [taskId, attempt, account, upstreamId, memo === undefined ? null : JSON.stringify(memo)],
    );
  }

  /** Of the newest attempt that has any. */
  async find(taskId: string): Promise<Evidence | undefined> {
    const [row] = await this.dataSource.query<
      { attempt: number; account: string; upstream_id: string; upstream_memo: JsonObject | null }[]
    >(
      `SELECT attempt, account, upstream_id, upstream_memo FROM submit_evidence
       WHERE task_id = $1 ORDER BY attempt DESC, created_at DESC LIMIT 1`,
      [taskId],
    );
    if (row === undefined) return undefined;
    return {
      taskId,
      attempt: row.attempt,
      account: row.account,
      upstreamId: row.upstream_id,
      memo: row.upstream_memo ?? undefined,
    };
  }

  /** Ids of an account that belong to some task already. */
  async takenIds(account: string, upstreamIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.dataSource.query<{ upstream_id: string }[]>(
      `SELECT upstream_id FROM video_tasks WHERE account = $1 AND upstream_id = ANY($2)
       UNION SELECT upstream_id FROM submit_evidence WHERE account = $1 AND upstream_id = ANY($2)`,
      [account, upstreamIds],
    );
    return new Set(rows.map(({ upstream_id: id }) => id));
  }

  /** A film that no task has taken. */
  async noteUnclaimed({ taskId, account, upstreamId }: Evidence): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      `INSERT INTO orphan_watch (task_id, account, upstream_id, reason, watch_until)
       SELECT $1, $2, $3, 'ordered twice', clock_timestamp() + $4 * interval '1 hour'
       WHERE NOT EXISTS (SELECT FROM video_tasks WHERE account = $2 AND upstream_id = $3)
       RETURNING id`,
      [taskId, account, upstreamId, WATCH_HOURS],
    );
    return rows.length > 0;
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

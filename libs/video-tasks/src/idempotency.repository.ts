import { type DataSource, type EntityManager } from 'typeorm';

export interface RequestKey {
  tokenId: string;
  route: string;
  keyHash: Buffer;
  requestHash: Buffer;
}

export interface KnownRequest {
  taskId: string;
  isSameRequest: boolean;
}

/** Which requests have been taken, so that the same one is not taken twice. */
export class IdempotencyRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** False where the key is known already; waits for whoever is about to make it known. */
  async remember(manager: EntityManager, key: RequestKey, taskId: string, keepMs: number): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `INSERT INTO idempotency_records (token_id, route, key_hash, request_hash, task_id, expires_at)
       VALUES ($1, $2, $3, $4, $5, clock_timestamp() + $6 * interval '1 millisecond')
       ON CONFLICT (token_id, route, key_hash) DO UPDATE
         SET request_hash = excluded.request_hash, task_id = excluded.task_id,
             created_at = clock_timestamp(), expires_at = excluded.expires_at
         WHERE idempotency_records.expires_at < clock_timestamp()
       RETURNING task_id`,
      [key.tokenId, key.route, key.keyHash, key.requestHash, taskId, keepMs],
    );
    return rows.length > 0;
  }

  /** Of requests that may be the same the newest is remembered. */
  async replace(manager: EntityManager, key: RequestKey, taskId: string, keepMs: number): Promise<void> {
    await manager.query(
      `INSERT INTO idempotency_records (token_id, route, key_hash, request_hash, task_id, expires_at)
       VALUES ($1, $2, $3, $4, $5, clock_timestamp() + $6 * interval '1 millisecond')
       ON CONFLICT (token_id, route, key_hash) DO UPDATE
         SET task_id = excluded.task_id, created_at = clock_timestamp(), expires_at = excluded.expires_at`,
      [key.tokenId, key.route, key.keyHash, key.requestHash, taskId, keepMs],
    );
  }

  async find({ tokenId, route, keyHash, requestHash }: RequestKey): Promise<KnownRequest | undefined> {
    const [row] = await this.dataSource.query<{ task_id: string; request_hash: Buffer }[]>(
      `SELECT task_id, request_hash FROM idempotency_records
       WHERE token_id = $1 AND route = $2 AND key_hash = $3 AND expires_at >= clock_timestamp()`,
      [tokenId, route, keyHash],
    );
    if (row === undefined) return undefined;
    return { taskId: row.task_id, isSameRequest: row.request_hash.equals(requestHash) };
  }
}

import { type WebhookEvent } from '#webhooks';
import { type TestDatabase } from '../../harness/index.js';

export interface DeliveryState {
  id: string;
  status: string;
  attempts: number;
  lastStatus: number | null;
  lastError: string | null;
  dueInSeconds: number;
}

/** Reads the table of deliveries, and moves its times. */
export class DeliveryTable {
  constructor(private readonly database: TestDatabase) {}

  async add({ subject, tokenId, url }: Pick<WebhookEvent, 'subject' | 'tokenId' | 'url'>): Promise<string> {
    const [row] = await this.database.query(
      `INSERT INTO webhook_deliveries (id, token_id, url, event, subject, payload)
       VALUES ('msg_' || gen_random_uuid(), $1, $2, 'video.completed', $3, $4) RETURNING id`,
      [tokenId, url, subject, { type: 'video.completed', data: { id: subject } }],
    );
    return String(row?.['id']);
  }

  async find(id: string): Promise<DeliveryState> {
    const [row] = await this.database.query(
      `SELECT id, status, attempts, last_status AS "lastStatus", last_error AS "lastError",
         extract(epoch FROM next_attempt_at - now())::float AS "dueInSeconds"
       FROM webhook_deliveries WHERE id = $1`,
      [id],
    );
    if (row === undefined) throw new Error(`there is no delivery ${id}`);
    return row as unknown as DeliveryState;
  }

  /** As if every waiting time were over: retries, pauses of receivers and leases of dead workers. */
  async skipWaits(): Promise<void> {
    await this.database.query(
      `UPDATE webhook_deliveries SET next_attempt_at = now(), lease_until = lease_until - interval '1 hour',
         endpoint_rests_until = NULL`,
    );
  }

  async setAttempts(id: string, attempts: number): Promise<void> {
    await this.database.query('UPDATE webhook_deliveries SET attempts = $2 WHERE id = $1', [id, attempts]);
  }

  async clear(): Promise<void> {
    await this.database.query('DELETE FROM webhook_deliveries');
  }
}

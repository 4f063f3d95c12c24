import { randomBytes } from 'node:crypto';
import { type JsonObject } from '#canonical';
import { type EntityManager } from 'typeorm';

export interface WebhookEvent {
  tokenId: string;
  url: string;
  /** Such as `video.completed`. */
  event: string;
  /** What it is about: the id of a task. */
  subject: string;
  payload: JsonObject;
  /** The request that it tells of, in a trace. */
  traceparent?: string | undefined;
}

/** Writes down what is to be told, in the transaction that makes it true. The same event is written once. */
export class WebhookOutbox {
  async add(manager: EntityManager, webhook: WebhookEvent): Promise<void> {
    const { tokenId, url, event, subject, payload, traceparent } = webhook;
    await manager.query(
      `INSERT INTO webhook_deliveries (id, token_id, url, event, subject, payload, traceparent)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (subject, event) DO NOTHING`,
      [
        `msg_${randomBytes(16).toString('hex')}`,
        tokenId,
        url,
        event,
        subject,
        JSON.stringify(payload),
        traceparent ?? null,
      ],
    );
  }
}

import { randomBytes } from 'node:crypto';
import { type JsonObject } from '#canonical';
import { type EntityManager } from 'typeorm';

export interface WebhookEvent {
  tokenId: string;
  url: string;
  /** Such as `video.completed`. */
  event: string;
  /** The id of the object that the event is about, such as a task. */
  subject: string;
  payload: JsonObject;
  /** The trace of the request that caused the event. */
  traceparent?: string | undefined;
}

/** Stores events in the transaction of the change that they report. An event of a subject is stored once. */
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

import { type EntityManager } from 'typeorm';
import { type VideoTask } from './task.js';

/** What makes an order one that came to nothing. */
type Undone = 'not-delivered' | 'refused' | 'proven-not-created' | 'ask-by-key';

/** An order for a film, as it was sent to an upstream. */
export interface SentOrder {
  channel: string;
  /** Undefined in tasks from before these were kept. */
  channelId?: string;
  upstreamModel?: string;
  sentAt: Date;
  /** Why another one was sent, or could have been; undefined where the end of the task is that of the order. */
  undone?: { by: Undone; at: Date; code?: number };
}

type OrderEvent = { at: Date } & (
  | { kind: 'submitting'; detail: Pick<SentOrder, 'channel' | 'channelId' | 'upstreamModel'> }
  | { kind: Undone; detail: { code?: number } | null }
);

/** All orders of a task, the oldest first. */
export async function ordersOf(manager: EntityManager, { id }: Pick<VideoTask, 'id'>): Promise<SentOrder[]> {
  const events = await manager.query<OrderEvent[]>(
    `SELECT kind, at, detail FROM video_task_events
     WHERE task_id = $1
       AND kind IN ('submitting', 'not-delivered', 'refused', 'proven-not-created', 'ask-by-key')
     ORDER BY id`,
    [id],
  );
  const orders: SentOrder[] = [];
  for (const { kind, at, detail } of events) {
    const last = orders.at(-1);
    if (kind === 'submitting') {
      const { channel, channelId, upstreamModel } = detail;
      orders.push({ channel, channelId, upstreamModel, sentAt: at });
    } else if (last !== undefined) {
      last.undone = { by: kind, at, code: detail?.code };
    }
  }
  return orders;
}

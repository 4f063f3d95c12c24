import { type MetricsSnapshot } from '#telemetry';

/** Messages of a worker to the primary process. */
export type MessageToPrimary =
  | { type: 'metrics-scraped'; scrape: number }
  | { type: 'metrics-snapshot'; round: number; snapshot: MetricsSnapshot };

/** Messages of the primary process to a worker. */
export type MessageToWorker =
  | { type: 'metrics-wanted'; round: number }
  | { type: 'metrics-exposed'; scrape: number; text: string };

/** The IPC channel has other messages, too. */
export function isMessage<Message extends MessageToPrimary | MessageToWorker, Type extends Message['type']>(
  message: unknown,
  type: Type,
): message is Extract<Message, { type: Type }> {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === type;
}

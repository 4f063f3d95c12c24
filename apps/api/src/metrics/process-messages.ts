import { type MetricsSnapshot } from '#telemetry';

/** Messages of an API process to the primary process. */
export type MessageToPrimary =
  | { type: 'metrics-scraped'; scrape: number }
  | { type: 'metrics-snapshot'; round: number; snapshot: MetricsSnapshot };

/** Messages of the primary process to an API process. */
export type MessageToApiProcess =
  | { type: 'metrics-wanted'; round: number }
  | { type: 'metrics-exposed'; scrape: number; text: string };

/** The IPC channel has other messages, too. */
export function isMessage<
  Message extends MessageToPrimary | MessageToApiProcess,
  Type extends Message['type'],
>(message: unknown, type: Type): message is Extract<Message, { type: Type }> {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === type;
}

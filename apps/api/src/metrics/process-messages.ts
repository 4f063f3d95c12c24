import { type MetricsSnapshot } from '#telemetry';

/** What a process that serves says to the one that keeps it alive. */
export type ToPrimary =
  | { type: 'metrics-scraped'; scrape: number }
  | { type: 'metrics-snapshot'; round: number; snapshot: MetricsSnapshot };

/** And what it is told. */
export type ToServing =
  | { type: 'metrics-wanted'; round: number }
  | { type: 'metrics-exposed'; scrape: number; text: string };

/** Other messages travel on the same channel. */
export function isMessage<Message extends ToPrimary | ToServing, Type extends Message['type']>(
  message: unknown,
  type: Type,
): message is Extract<Message, { type: Type }> {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === type;
}

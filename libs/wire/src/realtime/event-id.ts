import { randomUUID } from 'node:crypto';

/** Generates an id like those of the official service. */
export function mintRealtimeId(prefix: 'event' | 'conv' | 'sess' | 'item' | 'resp' | 'call'): string {
  return `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 21)}`;
}

import { randomUUID } from 'node:crypto';

/** An id as the official service writes them. */
export function mintRealtimeId(prefix: 'event' | 'conv' | 'sess' | 'item' | 'resp' | 'call'): string {
  return `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 21)}`;
}

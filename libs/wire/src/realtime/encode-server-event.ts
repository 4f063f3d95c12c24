import { type JsonObject } from '#canonical';
import { serverEventToBeta } from './beta/server-event.js';
import { type RealtimeDialect } from './connection.js';

/** A server event in the GA dialect. */
export interface ServerEvent {
  readonly type: string;
}

/**
 * Encodes an event as frames of the dialect, possibly none. Only the beta dialect announces the conversation, and
 * only the GA dialect sends an item again when it is complete.
 */
export function encodeServerEvent(event: ServerEvent, dialect: RealtimeDialect): string[] {
  if (dialect === 'ga') return event.type === 'conversation.created' ? [] : [JSON.stringify(event)];
  return serverEventToBeta(event as unknown as JsonObject).map((one) => JSON.stringify(one));
}

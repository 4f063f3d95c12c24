import { type JsonObject } from '#canonical';
import { serverEventToBeta } from './beta/server-event.js';
import { type RealtimeDialect } from './connection.js';

/** What a server sends, in today's names. */
export interface ServerEvent {
  readonly type: string;
}

/**
 * The frames that say an event in a dialect; there may be none. Servers always announce the conversation: only
 * the first version shows it, and only today's version shows an item a second time once it is finished.
 */
export function encodeServerEvent(event: ServerEvent, dialect: RealtimeDialect): string[] {
  if (dialect === 'ga') return event.type === 'conversation.created' ? [] : [JSON.stringify(event)];
  return serverEventToBeta(event as unknown as JsonObject).map((one) => JSON.stringify(one));
}

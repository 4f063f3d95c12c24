import { randomUUID } from 'node:crypto';
import { type UsageEvent } from './usage-event.js';

export const PROCESS_DIED = 'process-died';
const HYPHEN = 0x2d;

/** What is known when a request begins: enough to say something of it should the process die. */
export interface BegunEvent extends Pick<
  UsageEvent,
  | 'id'
  | 'requestId'
  | 'sessionId'
  | 'startedAtMs'
  | 'tokenId'
  | 'owner'
  | 'model'
  | 'operation'
  | 'format'
  | 'channelId'
  | 'channel'
  | 'upstreamModel'
  | 'isStreamed'
  | 'usage'
  | 'costMicroUsd'
  | 'priceVersion'
  | 'budgetAccounts'
> {}

const OWN_REQUEST_ID = /^req_[0-9a-f]{32}$/;

/** The id of a request's event. The usual request id holds one already, and then need not be stored beside it. */
export function eventIdFor(requestId: string): string {
  if (!OWN_REQUEST_ID.test(requestId)) return randomUUID();
  const part = (from: number, to: number): string => requestId.slice(from, to);
  return `${part(4, 12)}-${part(12, 16)}-${part(16, 20)}-${part(20, 24)}-${part(24, 36)}`;
}

function asUuid(digits: string): string {
  return eventIdFor(`req_${digits}`);
}

/** The first and the last event whose usual request id begins like this; undefined where none does. */
export function eventIdsUnder(requestIdPrefix: string): { first: string; last: string } | undefined {
  const digits = /^req_([0-9a-f]{0,32})$/.exec(requestIdPrefix)?.[1];
  if (digits === undefined) return undefined;
  return { first: asUuid(digits.padEnd(32, '0')), last: asUuid(digits.padEnd(32, 'f')) };
}

/** What the request id is, unless somebody has said otherwise. */
export function toRequestId(eventId: string): string {
  return `req_${eventId.replaceAll('-', '')}`;
}

/** Whether a request id is what anybody can make of the event's id. */
export function isUsualRequestId(requestId: string, eventId: string): boolean {
  if (requestId.length !== 36 || eventId.length !== 36 || !requestId.startsWith('req_')) return false;
  let at = 4;
  for (let index = 0; index < 36; index += 1) {
    const unit = eventId.charCodeAt(index);
    if (unit === HYPHEN) continue;
    if (unit !== requestId.charCodeAt(at)) return false;
    at += 1;
  }
  return at === 36;
}

/** What tells events apart: the id, and the moment, which says on which day to look. */
export function getKey({ id, startedAtMs }: Pick<UsageEvent, 'id' | 'startedAtMs'>): string {
  return `${Math.trunc(startedAtMs)} ${id}`;
}

/** What stands for a request of which nobody will ever know the end. */
export function diedEvent(begun: BegunEvent, lastSeenMs: number): UsageEvent {
  return {
    ...begun,
    outcome: PROCESS_DIED,
    isEstimated: true,
    isCacheHit: false,
    durationMs: Math.max(0, Math.round(lastSeenMs - begun.startedAtMs)),
    attempts: [],
  };
}

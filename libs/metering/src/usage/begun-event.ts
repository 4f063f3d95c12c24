import { randomUUID } from 'node:crypto';
import { NO_FACTS } from '#declarations';
import { type UsageEvent } from './usage-event.js';

export const PROCESS_DIED = 'process-died';
const HYPHEN = 0x2d;

/** The facts that exist when a request begins. They become the event of the request if the process dies. */
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

const GENERATED_REQUEST_ID = /^req_[0-9a-f]{32}$/;

/** The id of a request's event. A generated request id contains it, and is then not stored separately. */
export function eventIdFor(requestId: string): string {
  if (!GENERATED_REQUEST_ID.test(requestId)) return randomUUID();
  const part = (from: number, to: number): string => requestId.slice(from, to);
  return `${part(4, 12)}-${part(12, 16)}-${part(16, 20)}-${part(20, 24)}-${part(24, 36)}`;
}

function toUuid(digits: string): string {
  return eventIdFor(`req_${digits}`);
}

/**
 * The lowest and the highest id of events whose generated request id has this prefix; undefined if no generated id can
 * have it.
 */
export function getEventIdRange(requestIdPrefix: string): { first: string; last: string } | undefined {
  const digits = /^req_([0-9a-f]{0,32})$/.exec(requestIdPrefix)?.[1];
  if (digits === undefined) return undefined;
  return { first: toUuid(digits.padEnd(32, '0')), last: toUuid(digits.padEnd(32, 'f')) };
}

/** The generated request id of an event. */
export function toRequestId(eventId: string): string {
  return `req_${eventId.replaceAll('-', '')}`;
}

/** Whether the request id equals `toRequestId(eventId)`. Compares without allocating. */
export function isDerivedRequestId(requestId: string, eventId: string): boolean {
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

/** Identifies an event: by its id and its start time, which selects the partition of its day. */
export function getEventKey({ id, startedAtMs }: Pick<UsageEvent, 'id' | 'startedAtMs'>): string {
  return `${Math.trunc(startedAtMs)} ${id}`;
}

/** The estimate that is stored for a request whose process died before the request ended. */
export function toDiedEvent(begun: BegunEvent, lastSeenMs: number): UsageEvent {
  return {
    ...NO_FACTS,
    ...begun,
    client: undefined,
    outcome: PROCESS_DIED,
    isEstimated: true,
    isCacheHit: false,
    durationMs: Math.max(0, Math.round(lastSeenMs - begun.startedAtMs)),
    upstreamCostMicroUsd: undefined,
    priceContext: undefined,
    attempts: [],
    parameters: undefined,
    flagged: undefined,
  };
}

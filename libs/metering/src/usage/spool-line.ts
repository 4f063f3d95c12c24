import { crc32 } from 'node:zlib';
import { type BegunEvent, getKey, isUsualRequestId, toRequestId } from './begun-event.js';
import { type NameValues, getNames, toNames } from './spool-names.js';
import { type UsageAttempt, type UsageCounts, type UsageEvent } from './usage-event.js';
import { COUNTS, hasDetailOfAttempts } from './usage-row.js';

export type SpoolRecord =
  | { kind: 'begun'; event: BegunEvent }
  | { kind: 'ended'; event: UsageEvent }
  | { kind: 'abandoned'; key: string };

const LINE = /^([0-9a-f]{8}) (begun|ended|abandoned) (.*)$/s;
/** So many values tell what was known at the beginning. */
const BEGUN_LENGTH = 6;
/** And so many how it ended, in the first version that wrote such lists. */
const END_LENGTH = 6;
const COUNT_MEMBERS = COUNTS.map(([member]) => member);

/*
 * Lines are lists of values, in JSON that is put together by hand: making it from objects took three times as long. What
 * costs most are the names, which come together again and again; they are made once (`getNames`).
 */

export function begunText(event: BegunEvent): string {
  return `begun [${begunValues(event)}${sessionValue(event)}]`;
}

export function endedText(event: UsageEvent): string {
  const { outcome, isEstimated, isCacheHit, durationMs, firstByteMs, attempts, flagged } = event;
  const toldOutcome = outcome === 'ok' ? '"ok"' : JSON.stringify(outcome);
  const toldAttempts = hasDetailOfAttempts(attempts) ? JSON.stringify(attempts) : '[]';
  const toldMore = moreValue(event);
  // Earlier versions take this place for the name of a session: it is always a text.
  const toldSession = sessionValue(event) || (toldMore && ',""');
  const toldFlags = flagged === undefined ? toldSession && ',[]' : `,${JSON.stringify(flagged)}`;
  return `ended [${begunValues(event)},${toldOutcome},${isEstimated ? 1 : 0},${isCacheHit ? 1 : 0},${whole(durationMs)},${whole(firstByteMs)},${toldAttempts}${toldFlags}${toldSession}${toldMore}]`;
}

export function abandonedText(event: BegunEvent): string {
  return `abandoned ${JSON.stringify(getKey(event))}`;
}

function begunValues(event: BegunEvent): string {
  const { id, requestId, startedAtMs, usage, costMicroUsd } = event;
  const ids = isUsualRequestId(requestId, id)
    ? `"${id}",0`
    : `${JSON.stringify(id)},${JSON.stringify(requestId)}`;
  return `${ids},${exact(startedAtMs)},[${countValues(usage)}],${exact(costMicroUsd)},${getNames(event)}`;
}

/** Behind all that was there before sessions were: earlier versions read a line only as far as they know it. */
function sessionValue({ sessionId }: BegunEvent): string {
  return sessionId === undefined ? '' : `,${JSON.stringify(sessionId)}`;
}

/** What few requests have, as an object, so that more can come later. */
function moreValue({ priceContext, upstreamCostMicroUsd, parameters }: UsageEvent): string {
  if (priceContext === undefined && upstreamCostMicroUsd === undefined && parameters === undefined) return '';
  return `,${JSON.stringify({ priceContext, upstreamCostMicroUsd, parameters })}`;
}

/** In their order, up to the last that is there. */
function countValues(usage: UsageCounts): string {
  let values = '';
  let missing = '';
  for (const member of COUNT_MEMBERS) {
    const count = usage[member];
    if (count === undefined) missing += 'null,';
    else {
      values += values === '' && missing === '' ? exact(count) : `,${missing}${exact(count)}`;
      missing = '';
    }
  }
  return values.startsWith(',') ? values.slice(1) : values;
}

function exact(value: number | undefined): number | 'null' {
  return value === undefined || !Number.isFinite(value) ? 'null' : value;
}

/** Milliseconds are stored whole. */
function whole(value: number | undefined): number | 'null' {
  return value === undefined || !Number.isFinite(value) ? 'null' : Math.round(value);
}

/** Undefined where this is not a line as it was written: torn, or mangled since. */
export function readLine(line: string): SpoolRecord | undefined {
  const [, checksum, kind, text = ''] = LINE.exec(line) ?? [];
  if (kind === undefined || checksum !== toChecksum(line.slice(9))) return undefined;
  const value: unknown = JSON.parse(text);
  if (kind === 'abandoned') return { kind, key: value as string };
  if (kind === 'begun') {
    return { kind, event: Array.isArray(value) ? toBegunAlone(value) : fromObject<BegunEvent>(value) };
  }
  return { kind: 'ended', event: Array.isArray(value) ? toEnded(value) : fromObject<UsageEvent>(value) };
}

/** Versions before 2026-11-17 wrote objects; those before 2026-11-16 called the budget accounts purses. */
function fromObject<Event extends BegunEvent>(value: unknown): Event {
  const { purses, ...event } = value as Event & { purses?: string[] };
  return purses === undefined ? (value as Event) : ({ ...event, budgetAccounts: purses } as unknown as Event);
}

export interface SpoolContent {
  records: SpoolRecord[];
  /** Lines that are whole but cannot be read. One that was being written when its process died is not among them. */
  unreadable: number;
}

export function readLines(content: string): SpoolContent {
  const lines = content.split('\n');
  // After the last line end there is nothing, or a line that nobody finished.
  lines.pop();
  const written = lines.filter((line) => line !== '');
  const records = written.map(readLine).filter((record) => record !== undefined);
  return { records, unreadable: written.length - records.length };
}

type BegunValues = [
  id: string,
  requestId: string | 0,
  startedAtMs: number,
  counts: (number | null)[],
  costMicroUsd: number | null,
  names: NameValues,
];

type BegunLine = [...BegunValues, sessionId?: string];

type EndValues = [
  outcome: string,
  isEstimated: 0 | 1,
  isCacheHit: 0 | 1,
  durationMs: number,
  firstByteMs: number | null,
  attempts: UsageAttempt[],
];

type LaterValues = [
  /** Empty where only something else follows. */
  flagged?: string[],
  sessionId?: string,
  more?: Pick<UsageEvent, 'priceContext' | 'upstreamCostMicroUsd' | 'parameters'>,
];

function toBegun(values: unknown[]): BegunEvent {
  const [id, requestId, startedAtMs, counts, costMicroUsd, names] = values as BegunValues;
  const event: BegunEvent = {
    id,
    requestId: requestId === 0 ? toRequestId(id) : requestId,
    startedAtMs,
    ...toNames(names),
    usage: toCounts(counts),
  };
  if (costMicroUsd !== null) event.costMicroUsd = costMicroUsd;
  return event;
}

function toBegunAlone(values: unknown[]): BegunEvent {
  const event = toBegun(values);
  const sessionId = (values as BegunLine)[BEGUN_LENGTH];
  if (sessionId !== undefined) event.sessionId = sessionId;
  return event;
}

function toEnded(values: unknown[]): UsageEvent {
  const end = values.slice(BEGUN_LENGTH);
  const [outcome, isEstimated, isCacheHit, durationMs, firstByteMs, attempts] = end as EndValues;
  const [flagged = [], sessionId = '', more] = end.slice(END_LENGTH) as LaterValues;
  const event: UsageEvent = {
    ...toBegun(values),
    outcome,
    isEstimated: isEstimated === 1,
    isCacheHit: isCacheHit === 1,
    durationMs,
    attempts,
    ...more,
  };
  if (firstByteMs !== null) event.firstByteMs = firstByteMs;
  if (flagged.length > 0) event.flagged = flagged;
  if (sessionId !== '') event.sessionId = sessionId;
  return event;
}

function toCounts(values: readonly (number | null)[]): UsageCounts {
  const usage: UsageCounts = {};
  for (const [index, member] of COUNT_MEMBERS.entries()) {
    const count = values[index] ?? undefined;
    if (count !== undefined) usage[member] = count;
  }
  return usage;
}

function toChecksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}

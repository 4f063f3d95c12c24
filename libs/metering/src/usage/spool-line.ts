import { crc32 } from 'node:zlib';
import { LISTED_FACTS, type RequestFactName } from '#declarations';
import { type BegunEvent, getEventKey, isDerivedRequestId, toRequestId } from './begun-event.js';
import { type NameValues, encodeNames, decodeNames } from './spool-names.js';
import { type UsageAttempt, type UsageCounts, type UsageEvent } from './usage-event.js';
import { COUNTS, hasDetailOfAttempts } from './usage-row.js';

export type SpoolRecord =
  | { kind: 'begun'; event: BegunEvent }
  | { kind: 'ended'; event: UsageEvent }
  | { kind: 'abandoned'; key: string };

const LINE = /^([0-9a-f]{8}) (begun|ended|abandoned) (.*)$/s;
/** The number of values that describe the beginning of a request. */
const BEGUN_LENGTH = 6;
/** The number of values that describe its end, in the first version that wrote lists. */
const END_LENGTH = 6;
const ENDED_PREFIX = 'ended ';
const COUNT_MEMBERS = COUNTS.map(([member]) => member);

/*
 * A line is a JSON list of values that is concatenated by hand: JSON.stringify of an object took three times as long.
 * The names are the most expensive part and repeat often, so `encodeNames` caches them.
 */

export function encodeBegun(event: BegunEvent): string {
  return `begun [${encodeBegunValues(event)}${encodeSession(event)}]`;
}

export function encodeEnded(event: UsageEvent): string {
  const { outcome, isEstimated, isCacheHit, durationMs, firstByteMs, attempts, flagged } = event;
  const outcomeJson = outcome === 'ok' ? '"ok"' : JSON.stringify(outcome);
  const attemptsJson = hasDetailOfAttempts(attempts) ? JSON.stringify(attempts) : '[]';
  const laterMembers = encodeLaterMembers(event);
  // Earlier versions read the session id at this position, so it must be a string.
  const session = encodeSession(event) || (laterMembers && ',""');
  const flags = flagged === undefined ? session && ',[]' : `,${JSON.stringify(flagged)}`;
  return `${ENDED_PREFIX}[${encodeBegunValues(event)},${outcomeJson},${isEstimated ? 1 : 0},${isCacheHit ? 1 : 0},${encodeRounded(durationMs)},${encodeRounded(firstByteMs)},${attemptsJson}${flags}${session}${laterMembers}]`;
}

export function encodeAbandoned(event: BegunEvent): string {
  return `abandoned ${JSON.stringify(getEventKey(event))}`;
}

function encodeBegunValues(event: BegunEvent): string {
  const { id, requestId, startedAtMs, usage, costMicroUsd } = event;
  const ids = isDerivedRequestId(requestId, id)
    ? `"${id}",0`
    : `${JSON.stringify(id)},${JSON.stringify(requestId)}`;
  return `${ids},${encodeNumber(startedAtMs)},[${encodeCounts(usage)}],${encodeNumber(costMicroUsd)},${encodeNames(event)}`;
}

/** Follows all older values: earlier versions ignore values at the end of a line that they do not know. */
function encodeSession({ sessionId }: BegunEvent): string {
  return sessionId === undefined ? '' : `,${JSON.stringify(sessionId)}`;
}

/** Members of an event that have a fixed position in the list. */
type PositionalMember =
  | keyof BegunEvent
  | 'outcome'
  | 'isEstimated'
  | 'isCacheHit'
  | 'durationMs'
  | 'firstByteMs'
  | 'attempts'
  | 'flagged';

/** All other members. */
type LaterMember = Exclude<keyof UsageEvent, PositionalMember>;
type LaterFact = Extract<LaterMember, RequestFactName>;

/** The facts that were added after lines were lists. */
const LATER_FACTS = LISTED_FACTS.map(({ name }) => name).filter(isLaterFact);

function isLaterFact(name: RequestFactName): name is LaterFact {
  return name !== 'sessionId' && name !== 'firstByteMs';
}

/** Newer members share one object, in which earlier versions ignore the members that they do not know. */
function encodeLaterMembers(event: UsageEvent): string {
  const { priceContext, upstreamCostMicroUsd, parameters, client } = event;
  const members: Pick<UsageEvent, Exclude<LaterMember, LaterFact>> = {
    priceContext,
    upstreamCostMicroUsd,
    parameters,
    client,
  };
  let isEmpty = (priceContext ?? upstreamCostMicroUsd ?? parameters ?? client) === undefined;
  const more: Partial<Record<LaterMember, unknown>> = members;
  for (const name of LATER_FACTS) {
    const value = event[name];
    if (value === undefined) continue;
    more[name] = value;
    isEmpty = false;
  }
  return isEmpty ? '' : `,${JSON.stringify(more)}`;
}

/** In the order of `COUNTS`, up to the last one that is defined. */
function encodeCounts(usage: UsageCounts): string {
  let values = '';
  let missing = '';
  for (const member of COUNT_MEMBERS) {
    const count = usage[member];
    if (count === undefined) missing += 'null,';
    else {
      values += values === '' && missing === '' ? encodeNumber(count) : `,${missing}${encodeNumber(count)}`;
      missing = '';
    }
  }
  return values.startsWith(',') ? values.slice(1) : values;
}

function encodeNumber(value: number | undefined): number | 'null' {
  return value === undefined || !Number.isFinite(value) ? 'null' : value;
}

/** For milliseconds, which are stored as integers. */
function encodeRounded(value: number | undefined): number | 'null' {
  return value === undefined || !Number.isFinite(value) ? 'null' : Math.round(value);
}

/** Undefined if the line is incomplete or damaged. */
export function decodeLine(line: string): SpoolRecord | undefined {
  const [, checksum, kind, text = ''] = LINE.exec(line) ?? [];
  if (kind === undefined || checksum !== toChecksum(line.slice(9))) return undefined;
  const value: unknown = JSON.parse(text);
  if (kind === 'abandoned') return { kind, key: value as string };
  if (kind === 'begun') {
    return { kind, event: Array.isArray(value) ? decodeBegun(value) : decodeObject<BegunEvent>(value) };
  }
  return {
    kind: 'ended',
    event: Array.isArray(value) ? decodeEnded(value) : decodeObject<UsageEvent>(value),
  };
}

/** Versions before 2026-11-17 wrote objects; those before 2026-11-16 called the budget accounts purses. */
function decodeObject<Event extends BegunEvent>(value: unknown): Event {
  const { purses, ...event } = value as Event & { purses?: string[] };
  return purses === undefined ? (value as Event) : ({ ...event, budgetAccounts: purses } as unknown as Event);
}

/** Reverses `encodeEnded`. */
export function decodeEndedText(text: string): UsageEvent {
  return decodeEnded(JSON.parse(text.slice(ENDED_PREFIX.length)) as unknown[]);
}

export interface SpoolContent {
  records: SpoolRecord[];
  /**
   * How many complete lines cannot be decoded. An incomplete last line is not counted: its process died while writing.
   */
  unreadable: number;
}

export function decodeLines(content: string): SpoolContent {
  const lines = content.split('\n');
  // The part after the last line end is empty or an incomplete line.
  lines.pop();
  const written = lines.filter((line) => line !== '');
  const records = written.map(decodeLine).filter((record) => record !== undefined);
  return { records, unreadable: written.length - records.length };
}

type BegunValues = [
  id: string,
  requestId: string | 0,
  startedAtMs: number | null,
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
  /** Empty if only later values are present. */
  flagged?: string[],
  sessionId?: string,
  more?: Partial<Pick<UsageEvent, LaterMember>>,
];

function decodeBegunValues(values: unknown[], sessionId: string | undefined): BegunEvent {
  const [id, requestId, startedAtMs, counts, costMicroUsd, names] = values as BegunValues;
  return {
    id,
    requestId: requestId === 0 ? toRequestId(id) : requestId,
    sessionId,
    // JSON has no NaN. Null would be stored as 1970, instead of being rejected.
    startedAtMs: startedAtMs ?? Number.NaN,
    ...decodeNames(names),
    usage: decodeCounts(counts),
    costMicroUsd: costMicroUsd ?? undefined,
  };
}

function decodeBegun(values: unknown[]): BegunEvent {
  return decodeBegunValues(values, (values as BegunLine)[BEGUN_LENGTH]);
}

function decodeEnded(values: unknown[]): UsageEvent {
  const end = values.slice(BEGUN_LENGTH);
  const [outcome, isEstimated, isCacheHit, durationMs, firstByteMs, attempts] = end as EndValues;
  const [flagged = [], sessionId = '', more = {}] = end.slice(END_LENGTH) as LaterValues;
  const { priceContext, upstreamCostMicroUsd, parameters, client } = more;
  return {
    ...decodeBegunValues(values, sessionId === '' ? undefined : sessionId),
    ...decodeLaterFacts(more),
    outcome,
    isEstimated: isEstimated === 1,
    isCacheHit: isCacheHit === 1,
    durationMs,
    firstByteMs: firstByteMs ?? undefined,
    attempts,
    flagged: flagged.length > 0 ? flagged : undefined,
    priceContext,
    upstreamCostMicroUsd,
    parameters,
    client,
  };
}

function decodeLaterFacts(more: Partial<Pick<UsageEvent, LaterFact>>): Pick<UsageEvent, LaterFact> {
  const facts = LATER_FACTS.map((name) => [name, more[name]]);
  return Object.fromEntries(facts) as Pick<UsageEvent, LaterFact>;
}

function decodeCounts(values: readonly (number | null)[]): UsageCounts {
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

import { type CopyColumns, type CopyRow } from '#database';
import { type PriceContext } from '../prices/price.js';
import { isUsualRequestId } from './begun-event.js';
import { type UsageAttempt, type UsageCounts, type UsageEvent } from './usage-event.js';

/** The counts, and their columns. Seconds are kept in thousandths, so that every count is a whole number. */
export const COUNT_COLUMNS = {
  inputTokens: { column: 'input_tokens', factor: 1 },
  cachedInputTokens: { column: 'cached_input_tokens', factor: 1 },
  cacheWriteTokens: { column: 'cache_write_tokens', factor: 1 },
  outputTokens: { column: 'output_tokens', factor: 1 },
  reasoningTokens: { column: 'reasoning_tokens', factor: 1 },
  audioInputTokens: { column: 'audio_input_tokens', factor: 1 },
  audioOutputTokens: { column: 'audio_output_tokens', factor: 1 },
  imageInputTokens: { column: 'image_input_tokens', factor: 1 },
  images: { column: 'images', factor: 1 },
  audioSeconds: { column: 'audio_ms', factor: 1_000 },
  videoSeconds: { column: 'video_ms', factor: 1_000 },
  characters: { column: 'characters', factor: 1 },
  searchUnits: { column: 'search_units', factor: 1 },
  // Lines of spools have counts in this order: what is new comes last.
  cacheWrite1hTokens: { column: 'cache_write_1h_tokens', factor: 1 },
  imageOutputTokens: { column: 'image_output_tokens', factor: 1 },
  webSearches: { column: 'web_searches', factor: 1 },
  codeSessions: { column: 'code_sessions', factor: 1 },
} as const satisfies Record<keyof UsageCounts, { column: string; factor: number }>;

export const COUNTS = Object.entries(COUNT_COLUMNS) as [
  keyof UsageCounts,
  { column: string; factor: number },
][];

/** Columns that hold the number of a name. */
export const NAME_COLUMNS = {
  token: 'tokenId',
  owner: 'owner',
  model: 'model',
  operation: 'operation',
  format: 'format',
  channel_id: 'channelId',
  channel: 'channel',
  upstream_model: 'upstreamModel',
  price_version: 'priceVersion',
} as const satisfies Record<string, keyof UsageEvent>;

export type NameColumn = keyof typeof NAME_COLUMNS;
const NAMES = Object.entries(NAME_COLUMNS) as [NameColumn, (typeof NAME_COLUMNS)[NameColumn]][];

const MAX_INTEGER = 2 ** 31 - 1;
/** More than any request costs: a million dollars. */
const MAX_MICRO_USD = 1e12;
const MAX_NAME_LENGTH = 200;
const MAX_ATTEMPTS = 20;
const OK = 'ok';
/** Most names are, and then there is nothing to look for in them. */
const PLAIN = /^[\u0020-\u007e]*$/;

/** The columns of a row, in the order in which their values are given. */
export const ROW_COLUMNS = {
  started_at: 'timestamptz',
  id: 'uuid',
  cost_micro_usd: 'bigint',
  upstream_cost_micro_usd: 'bigint',
  duration_ms: 'integer',
  first_byte_ms: 'integer',
  is_streamed: 'boolean',
  is_estimated: 'boolean',
  is_cache_hit: 'boolean',
  outcome: 'text',
  request_id: 'text',
  session_id: 'text',
  detail: 'jsonb',
  ...getColumns(NAMES.map(([column]) => column)),
  ...getColumns(COUNTS.map(([, { column }]) => column)),
} as const satisfies CopyColumns;

function getColumns(names: readonly string[]): Record<string, 'integer'> {
  return Object.fromEntries(names.map((name) => [name, 'integer']));
}

/** An event as the table has it. What an upstream made up must not keep others from being stored. */
export function getRow(event: UsageEvent, names: NumberedNames): CopyRow {
  const { id, requestId, usage } = event;
  const row: unknown[] = [
    event.startedAtMs,
    id,
    toMoney(event.costMicroUsd),
    toMoney(event.upstreamCostMicroUsd),
    getCount(event.durationMs, 1) ?? 0,
    getCount(event.firstByteMs, 1),
    event.isStreamed,
    event.isEstimated,
    event.isCacheHit,
    clean(event.outcome),
    isUsualRequestId(requestId, id) ? undefined : clean(requestId),
    event.sessionId === undefined ? undefined : clean(event.sessionId),
    toDetail(event),
  ];
  for (const [, member] of NAMES) {
    const name = event[member];
    row.push(name === undefined ? undefined : names.getNumber(name));
  }
  for (const [member, { factor }] of COUNTS) row.push(getCount(usage[member], factor));
  return row;
}

/** Knows the numbers of all names of an event. */
export interface NumberedNames {
  getNumber(name: string): number | undefined;
}

/** Hands every name in an event to the visitor. */
export function visitNames(event: UsageEvent, visit: (name: string) => void): void {
  for (const [, member] of NAMES) {
    const name = event[member];
    if (name !== undefined) visit(name);
  }
}

/** As a name is stored: of bearable length, and without what the database does not take. */
export function clean(text: string): string {
  if (text.length <= MAX_NAME_LENGTH && PLAIN.test(text)) return text;
  return text
    .slice(0, MAX_NAME_LENGTH)
    .replaceAll('\0', '')
    .replace(/\p{Surrogate}/gu, '\uFFFD');
}

function getCount(value: number | undefined, factor: number): number | undefined {
  if (value === undefined || !(value >= 0)) return undefined;
  return Math.min(Math.round(value * factor), MAX_INTEGER);
}

export function toMoney(microUsd: number | undefined): number | undefined {
  if (microUsd === undefined || !(microUsd >= 0)) return undefined;
  return Math.min(Math.round(microUsd), MAX_MICRO_USD);
}

interface Detail {
  priceContext?: PriceContext;
  attempts?: UsageAttempt[];
  flagged?: string[];
  parameters?: UsageEvent['parameters'];
}

/** Most requests succeed at once, and then there is nothing to tell. */
export function hasDetailOfAttempts(attempts: readonly UsageAttempt[]): boolean {
  return attempts.length > 1 || (attempts[0]?.outcome ?? OK) !== OK;
}

function toDetail({ attempts, flagged, priceContext, parameters }: UsageEvent): Detail | undefined {
  const hasAttempts = hasDetailOfAttempts(attempts);
  if ((flagged ?? priceContext ?? parameters) === undefined && !hasAttempts) return undefined;
  const detail: Detail = {};
  if (hasAttempts) {
    detail.attempts = attempts.slice(0, MAX_ATTEMPTS).map(cleanAttempt);
  }
  if (flagged !== undefined && flagged.length > 0) detail.flagged = flagged.map(clean);
  if (priceContext !== undefined) detail.priceContext = cleanContext(priceContext);
  if (parameters !== undefined) detail.parameters = parameters;
  return Object.keys(detail).length > 0 ? detail : undefined;
}

function cleanContext(context: PriceContext): PriceContext {
  const told = Object.entries(context).filter(([, word]) => typeof word === 'string');
  return Object.fromEntries(told.map(([name, word]) => [name, clean(String(word))]));
}

function cleanAttempt(attempt: UsageAttempt): UsageAttempt {
  const { reason, startedAfterMs, firstByteMs, ...rest } = attempt;
  return {
    ...rest,
    channel: clean(attempt.channel),
    upstreamModel: clean(attempt.upstreamModel),
    outcome: clean(attempt.outcome),
    ...(startedAfterMs === undefined ? {} : { startedAfterMs: getCount(startedAfterMs, 1) ?? 0 }),
    ...(firstByteMs === undefined ? {} : { firstByteMs: getCount(firstByteMs, 1) ?? 0 }),
    durationMs: getCount(attempt.durationMs, 1) ?? 0,
    ...(reason === undefined ? {} : { reason: clean(reason) }),
  };
}

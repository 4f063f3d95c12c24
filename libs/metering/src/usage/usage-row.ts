import { toRequestId } from './begun-event.js';
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

/** An event as the table has it. What an upstream made up must not keep others from being stored. */
export function getRow(event: UsageEvent, numbers: ReadonlyMap<string, number>): Record<string, unknown> {
  const { id, requestId } = event;
  const row: Record<string, unknown> = {
    started_at: new Date(event.startedAtMs).toISOString(),
    cost_micro_usd: toMoney(event.costMicroUsd),
    id,
    duration_ms: getCount(event.durationMs) ?? 0,
    first_byte_ms: getCount(event.firstByteMs),
    is_streamed: event.isStreamed,
    is_estimated: event.isEstimated,
    is_cache_hit: event.isCacheHit,
    outcome: clean(event.outcome),
    request_id: requestId === toRequestId(id) ? undefined : clean(requestId),
    detail: toDetail(event),
  };
  for (const [column, name] of getNames(event)) row[column] = numbers.get(name);
  for (const [member, { column, factor }] of COUNTS) {
    const count = getCount(event.usage[member], factor);
    if (count !== undefined) row[column] = count;
  }
  return row;
}

/** The names in an event, by column. */
export function getNames(event: UsageEvent): [NameColumn, string][] {
  const names: [NameColumn, string][] = [];
  for (const [column, member] of NAMES) {
    const name = event[member];
    if (name !== undefined) names.push([column, clean(name)]);
  }
  return names;
}

/** As a name is stored: of bearable length, and without what the database does not take. */
export function clean(text: string): string {
  return text
    .slice(0, MAX_NAME_LENGTH)
    .replaceAll('\0', '')
    .replace(/\p{Surrogate}/gu, '\uFFFD');
}

function getCount(value: number | undefined, factor = 1): number | undefined {
  if (value === undefined || !(value >= 0)) return undefined;
  return Math.min(Math.round(value * factor), MAX_INTEGER);
}

export function toMoney(microUsd: number | undefined): number | undefined {
  if (microUsd === undefined || !(microUsd >= 0)) return undefined;
  return Math.min(Math.round(microUsd), MAX_MICRO_USD);
}

interface Detail {
  attempts?: UsageAttempt[];
  flagged?: string[];
}

/** Most requests succeed at once, and then there is nothing to tell. */
function toDetail({ attempts, flagged = [] }: UsageEvent): Detail | undefined {
  const detail: Detail = {};
  if (attempts.length > 1 || attempts.some(({ outcome }) => outcome !== OK)) {
    detail.attempts = attempts.slice(0, MAX_ATTEMPTS).map(cleanAttempt);
  }
  if (flagged.length > 0) detail.flagged = flagged.map(clean);
  return Object.keys(detail).length > 0 ? detail : undefined;
}

function cleanAttempt(attempt: UsageAttempt): UsageAttempt {
  const { reason, startedAfterMs, firstByteMs, ...rest } = attempt;
  return {
    ...rest,
    channel: clean(attempt.channel),
    upstreamModel: clean(attempt.upstreamModel),
    outcome: clean(attempt.outcome),
    ...(startedAfterMs === undefined ? {} : { startedAfterMs: getCount(startedAfterMs) ?? 0 }),
    ...(firstByteMs === undefined ? {} : { firstByteMs: getCount(firstByteMs) ?? 0 }),
    durationMs: getCount(attempt.durationMs) ?? 0,
    ...(reason === undefined ? {} : { reason: clean(reason) }),
  };
}

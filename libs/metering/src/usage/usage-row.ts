import { type CopyColumns, type CopyRow } from '#database';
import { LISTED_FACTS, type NullableFacts, type RequestFactKind } from '#declarations';
import { type PriceContext } from '../prices/price.js';
import { isDerivedRequestId } from './begun-event.js';
import { type AttemptError, type UsageAttempt, type UsageCounts, type UsageEvent } from './usage-event.js';

/** The columns of the counts. Seconds are stored in milliseconds, so that every count is an integer. */
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
  // Spool lines contain counts in this order, so new ones must be added at the end.
  cacheWrite1hTokens: { column: 'cache_write_1h_tokens', factor: 1 },
  imageOutputTokens: { column: 'image_output_tokens', factor: 1 },
  webSearches: { column: 'web_searches', factor: 1 },
  codeSessions: { column: 'code_sessions', factor: 1 },
} as const satisfies Record<keyof UsageCounts, { column: string; factor: number }>;

export const COUNTS = Object.entries(COUNT_COLUMNS) as [
  keyof UsageCounts,
  { column: string; factor: number },
][];

/** Columns that contain the number of a name. */
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
/** One million dollars, more than any request costs. */
const MAX_MICRO_USD = 1e12;
const MAX_NAME_LENGTH = 200;
/** Of an upstream's error message. */
const MAX_MESSAGE_LENGTH = 1_100;
const MAX_ATTEMPTS = 20;
const OK = 'ok';
/** Most names match this and need no cleaning. */
const PLAIN = /^[\u0020-\u007e]*$/;

/** A column of the table: its type in Postgres, and its value for an event. */
interface RequestColumn<Type extends CopyColumns[string], Nullable extends boolean> {
  readonly type: Type;
  readonly isNullable: Nullable;
  readonly write: (event: UsageEvent) => unknown;
}

const required = <Type extends CopyColumns[string]>(
  type: Type,
  write: (event: UsageEvent) => unknown,
): RequestColumn<Type, false> => ({ type, isNullable: false, write });

const nullable = <Type extends CopyColumns[string]>(
  type: Type,
  write: (event: UsageEvent) => unknown,
): RequestColumn<Type, true> => ({ type, isNullable: true, write });

/**
 * Every column of a request besides names, counts and facts. Rows are written and read by this table: a member of
 * `UsageEvent` without a column does not compile in `toRecord`.
 */
export const REQUEST_COLUMNS = {
  started_at: required('timestamptz', ({ startedAtMs }) => startedAtMs),
  id: required('uuid', ({ id }) => id),
  cost_micro_usd: nullable('bigint', ({ costMicroUsd }) => toMoney(costMicroUsd)),
  upstream_cost_micro_usd: nullable('bigint', ({ upstreamCostMicroUsd }) => toMoney(upstreamCostMicroUsd)),
  duration_ms: required('integer', ({ durationMs }) => toCount(durationMs, 1) ?? 0),
  is_streamed: required('boolean', ({ isStreamed }) => isStreamed),
  is_estimated: required('boolean', ({ isEstimated }) => isEstimated),
  is_cache_hit: required('boolean', ({ isCacheHit }) => isCacheHit),
  outcome: required('text', ({ outcome }) => clean(outcome)),
  request_id: nullable('text', ({ requestId, id }) =>
    isDerivedRequestId(requestId, id) ? undefined : clean(requestId),
  ),
  detail: nullable('jsonb', toDetail),
  client_address: nullable('text', ({ client }) => cleanText(client?.address)),
  user_agent: nullable('text', ({ client }) => cleanText(client?.userAgent)),
} as const satisfies Readonly<Record<string, RequestColumn<CopyColumns[string], boolean>>>;

/** The type of the column for each kind of fact, and how a value from outside becomes one that it accepts. */
const FACT_KINDS: Readonly<
  Record<RequestFactKind, { type: CopyColumns[string]; write: (value: never) => unknown }>
> = {
  text: { type: 'text', write: (text: string) => clean(text) },
  count: { type: 'integer', write: (count: number) => toCount(count, 1) },
  milliseconds: { type: 'integer', write: (ms: number) => toCount(ms, 1) },
  flag: { type: 'boolean', write: (flag: boolean) => flag },
};

const FACT_COLUMNS = LISTED_FACTS.map(({ name, column, fact: { kind } }) => {
  const { type, write } = FACT_KINDS[kind];
  const writeFact = (event: UsageEvent): unknown => {
    const value = event[name];
    return value === undefined ? undefined : write(value as never);
  };
  return [column, nullable(type, writeFact)] as const;
});

const COLUMNS = [...Object.entries(REQUEST_COLUMNS), ...FACT_COLUMNS];
const WRITERS = COLUMNS.map(([, { write }]) => write);

/** The names of the columns besides names and counts. */
export const REQUEST_COLUMN_NAMES = COLUMNS.map(([column]) => column);

/** A value as the database driver returns it. */
interface ReadValues {
  timestamptz: Date;
  uuid: string;
  text: string;
  bigint: string;
  integer: number;
  boolean: boolean;
  jsonb: Detail;
}

/** The columns of `REQUEST_COLUMNS` and of the facts in a row from the database. */
export type RequestRow = NullableFacts & {
  [Column in keyof typeof REQUEST_COLUMNS]:
    | ReadValues[(typeof REQUEST_COLUMNS)[Column]['type']]
    | ((typeof REQUEST_COLUMNS)[Column]['isNullable'] extends true ? null : never);
};

/** The columns of a row, in the order of the values in `toRow`. */
export const ROW_COLUMNS: CopyColumns = {
  ...Object.fromEntries(COLUMNS.map(([column, { type }]) => [column, type])),
  ...getColumns(NAMES.map(([column]) => column)),
  ...getColumns(COUNTS.map(([, { column }]) => column)),
};

function getColumns(names: readonly string[]): Record<string, 'integer'> {
  return Object.fromEntries(names.map((name) => [name, 'integer']));
}

/** The values of an event's row. Values from an upstream are cleaned, so that they cannot make a whole batch fail. */
export function toRow(event: UsageEvent, names: NumberedNames): CopyRow {
  const row: unknown[] = WRITERS.map((write) => write(event));
  for (const [, member] of NAMES) {
    const name = event[member];
    row.push(name === undefined ? undefined : names.getNumber(name));
  }
  for (const [member, { factor }] of COUNTS) row.push(toCount(event.usage[member], factor));
  return row;
}

/** Provides the numbers of all names of an event. */
export interface NumberedNames {
  getNumber(name: string): number | undefined;
}

/** Calls the visitor with every name of an event. */
export function visitNames(event: UsageEvent, visit: (name: string) => void): void {
  for (const [, member] of NAMES) {
    const name = event[member];
    if (name !== undefined) visit(name);
  }
}

/** Truncates a text and removes characters that the database rejects. */
export function clean(text: string, maxLength = MAX_NAME_LENGTH): string {
  if (text.length <= maxLength && PLAIN.test(text)) return text;
  return text
    .slice(0, maxLength)
    .replaceAll('\0', '')
    .replace(/\p{Surrogate}/gu, '\uFFFD');
}

function cleanText(text: string | undefined): string | undefined {
  return text === undefined ? undefined : clean(text);
}

function toCount(value: number | undefined, factor: number): number | undefined {
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

/** False for most requests: their only attempt succeeded. */
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
  if (flagged !== undefined && flagged.length > 0)
    detail.flagged = flagged.map((category) => clean(category));
  if (priceContext !== undefined) detail.priceContext = cleanContext(priceContext);
  if (parameters !== undefined) detail.parameters = parameters;
  return Object.keys(detail).length > 0 ? detail : undefined;
}

function cleanContext(context: PriceContext): PriceContext {
  const texts = Object.entries(context).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts.map(([name, value]) => [name, clean(String(value))]));
}

function cleanAttempt(attempt: UsageAttempt): UsageAttempt {
  const { reason, startedAfterMs, firstByteMs, error, ...rest } = attempt;
  return {
    ...rest,
    channel: clean(attempt.channel),
    upstreamModel: clean(attempt.upstreamModel),
    outcome: clean(attempt.outcome),
    ...(startedAfterMs === undefined ? {} : { startedAfterMs: toCount(startedAfterMs, 1) ?? 0 }),
    ...(firstByteMs === undefined ? {} : { firstByteMs: toCount(firstByteMs, 1) ?? 0 }),
    durationMs: toCount(attempt.durationMs, 1) ?? 0,
    ...(reason === undefined ? {} : { reason: clean(reason) }),
    ...(error === undefined ? {} : { error: cleanError(error) }),
  };
}

function cleanError(error: AttemptError): AttemptError {
  const texts = Object.entries(error).filter(([, text]) => typeof text === 'string') as [string, string][];
  return Object.fromEntries(
    texts.map(([name, text]) => [
      name,
      clean(text, name === 'message' ? MAX_MESSAGE_LENGTH : MAX_NAME_LENGTH),
    ]),
  );
}

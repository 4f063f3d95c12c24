import { IS_ERROR } from './usage-conditions.js';
import { COUNTS } from './usage-row.js';

const NAMED_KEYS = ['token', 'owner', 'model', 'channel', 'operation'] as const;

/** The columns by which an hour is grouped. */
export const HOUR_KEYS = ['hour', ...NAMED_KEYS] as const;

const SUMS: Readonly<Record<string, string>> = {
  requests: 'count(*)',
  errors: `count(*) FILTER (WHERE ${IS_ERROR})`,
  cache_hits: 'count(*) FILTER (WHERE is_cache_hit)',
  estimated: 'count(*) FILTER (WHERE is_estimated)',
  ...Object.fromEntries(COUNTS.map(([, { column }]) => [column, `COALESCE(sum(${column}), 0)`])),
  cost_micro_usd: 'COALESCE(sum(cost_micro_usd), 0)',
  unpriced: 'count(*) FILTER (WHERE cost_micro_usd IS NULL)',
  duration_ms: 'sum(duration_ms::bigint)',
  first_byte_ms: 'COALESCE(sum(first_byte_ms::bigint), 0)',
  first_bytes: 'count(first_byte_ms)',
};

/** The columns that contain sums. */
export const HOUR_SUMS = Object.keys(SUMS);

interface SumsGranularity {
  unit?: 'hour' | 'minute';
  /** Whether to group by session too; requests without a session are one group. */
  bySession?: boolean;
}

/** Hourly sums of these rows in the columns of `usage_hours`, or finer sums, which that table does not contain. */
export function buildHoursQuery(
  condition: string,
  { unit = 'hour', bySession = false }: SumsGranularity = {},
): string {
  const keys = bySession ? [...NAMED_KEYS, 'session_id'] : NAMED_KEYS;
  const sums = Object.entries(SUMS).map(([column, sum]) => `${sum} AS ${column}`);
  return `
    SELECT date_trunc('${unit}', started_at, 'UTC') AS hour, ${[...keys, ...sums].join(', ')}
    FROM usage_events WHERE ${condition}
    GROUP BY 1, ${keys.join(', ')}`;
}

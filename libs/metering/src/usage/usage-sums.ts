import { COUNTS } from './usage-row.js';

/** What an hour is added up by. */
export const HOUR_KEYS = ['hour', 'token', 'owner', 'model', 'channel', 'operation'] as const;

const SUMS: Readonly<Record<string, string>> = {
  requests: 'count(*)',
  errors: `count(*) FILTER (WHERE outcome <> 'ok')`,
  cache_hits: 'count(*) FILTER (WHERE is_cache_hit)',
  estimated: 'count(*) FILTER (WHERE is_estimated)',
  ...Object.fromEntries(COUNTS.map(([, { column }]) => [column, `COALESCE(sum(${column}), 0)`])),
  cost_micro_usd: 'COALESCE(sum(cost_micro_usd), 0)',
  unpriced: 'count(*) FILTER (WHERE cost_micro_usd IS NULL)',
  duration_ms: 'sum(duration_ms::bigint)',
  first_byte_ms: 'COALESCE(sum(first_byte_ms::bigint), 0)',
  first_bytes: 'count(first_byte_ms)',
};

/** What is added up. */
export const HOUR_SUMS = Object.keys(SUMS);

/** The hours of these rows, or their minutes, in the columns of `usage_hours`. */
export function getHours(condition: string, unit: 'hour' | 'minute' = 'hour'): string {
  const sums = Object.entries(SUMS).map(([column, sum]) => `${sum} AS ${column}`);
  return `
    SELECT date_trunc('${unit}', started_at, 'UTC') AS hour, token, owner, model, channel, operation, ${sums.join(', ')}
    FROM usage_events WHERE ${condition}
    GROUP BY 1, 2, 3, 4, 5, 6`;
}

import { type UsageOrder, type UsageRecord } from './usage-query.js';

export const NEWEST_FIRST: UsageOrder = { by: 'started_at', isDescending: true };

interface Measure {
  /** A column or an SQL expression. */
  sql: string;
  /** The SQL that converts the number in a cursor to the same type. */
  fromNumber: (parameter: string) => string;
  getNumber: (record: UsageRecord) => number;
}

const asBigint = (parameter: string): string => `${parameter}::bigint`;

export const MEASURES: Readonly<Record<UsageOrder['by'], Measure>> = {
  started_at: {
    sql: 'started_at',
    fromNumber: (parameter) => `to_timestamp(${parameter}::float8 / 1000)`,
    getNumber: ({ startedAtMs }) => startedAtMs,
  },
  duration_ms: { sql: 'duration_ms', fromNumber: asBigint, getNumber: ({ durationMs }) => durationMs },
  // An unknown cost sorts before a cost of 0.
  cost: {
    sql: 'COALESCE(cost_micro_usd + 1, 0)',
    fromNumber: asBigint,
    getNumber: ({ costMicroUsd }) => (costMicroUsd === undefined ? 0 : costMicroUsd + 1),
  },
};

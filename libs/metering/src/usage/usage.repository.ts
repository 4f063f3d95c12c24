import { type DataSource } from 'typeorm';
import { eventIdFor, requestIdOf } from './begun-event.js';
import { readCursor, writeCursor } from './usage-cursor.js';
import {
  type UsageFilter,
  type UsageListQuery,
  type UsagePage,
  type UsageRecord,
  type UsageSum,
  type UsageSumsQuery,
} from './usage-query.js';
import { SqlConditions } from './sql-conditions.js';
import { type EventRow, type SumRow, recordOf, sumOf } from './usage-read-rows.js';
import { COUNTS, NAME_COLUMNS, clean } from './usage-row.js';
import { HOUR_KEYS, HOUR_SUMS, hoursOf } from './usage-sums.js';

const DEFAULT_LIMIT = 50;
const MOST_LIMIT = 1_000;

const RECORD_COLUMNS = [
  'started_at',
  'id',
  'cost_micro_usd',
  'duration_ms',
  'first_byte_ms',
  ...COUNTS.map(([, { column }]) => column),
  'is_streamed',
  'is_estimated',
  'is_cache_hit',
  'outcome',
  'request_id',
  'detail',
];
const SELECT_RECORDS = `
  SELECT ${RECORD_COLUMNS.map((column) => `e.${column}`).join(', ')},
    ${Object.keys(NAME_COLUMNS)
      .map((column) => `(SELECT name FROM usage_names WHERE id = e.${column}) AS ${column}`)
      .join(', ')}`;

/** What was used, for whoever asks. */
export class UsageRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(requestId: string): Promise<UsageRecord | undefined> {
    const id = eventIdFor(requestId);
    const [row] = await this.dataSource.query<EventRow[]>(
      `${SELECT_RECORDS} FROM usage_events e WHERE e.id = $1 AND e.request_id IS NULL
       UNION ALL ${SELECT_RECORDS} FROM usage_events e WHERE e.request_id = $2
       ORDER BY started_at DESC LIMIT 1`,
      [requestIdOf(id) === requestId ? id : null, requestId],
    );
    return row === undefined ? undefined : recordOf(row);
  }

  async list({ after, limit = DEFAULT_LIMIT, ...query }: UsageListQuery): Promise<UsagePage> {
    const size = Math.min(Math.max(1, limit), MOST_LIMIT);
    const conditions = conditionsOf(query);
    if (query.outcome !== undefined) conditions.add('outcome = ?', query.outcome);
    if (query.from !== undefined) conditions.add('started_at >= ?', query.from);
    if (query.to !== undefined) conditions.add('started_at < ?', query.to);
    if (after !== undefined) {
      const { startedAt, id } = readCursor(after);
      conditions.add('(started_at, id) < (?::timestamptz, ?::uuid)', startedAt, id);
    }
    const rows = await this.dataSource.query<EventRow[]>(
      `${SELECT_RECORDS} FROM (
         SELECT * FROM usage_events WHERE ${conditions.sql}
         ORDER BY started_at DESC, id DESC LIMIT ${size + 1}) AS e
       ORDER BY started_at DESC, id DESC`,
      conditions.parameters,
    );
    const records = rows.slice(0, size).map(recordOf);
    const last = records.at(-1);
    return rows.length > size && last !== undefined ? { records, next: writeCursor(last) } : { records };
  }

  /** From the sums of hours, and from rows where those have changed since they were added up. */
  async sums({ from, to, per, by, ...filter }: UsageSumsQuery): Promise<UsageSum[]> {
    const conditions = conditionsOf(filter);
    const [start, end] = [conditions.parameter(from), conditions.parameter(to)];
    const columns = [...HOUR_KEYS, ...HOUR_SUMS].join(', ');
    const rows = await this.dataSource.query<SumRow[]>(
      `WITH changed AS MATERIALIZED (
         SELECT DISTINCT hour FROM usage_changed_hours, usage_retention
         WHERE hour >= ${start} AND hour < ${end} AND hour >= dropped_before
       ), hours AS (
         SELECT ${columns} FROM usage_hours
         WHERE hour >= ${start} AND hour < ${end} AND hour NOT IN (SELECT hour FROM changed) AND ${conditions.sql}
         UNION ALL
         SELECT fresh.* FROM changed CROSS JOIN LATERAL (${hoursOf(
           `started_at >= changed.hour AND started_at < changed.hour + interval '1 hour' AND ${conditions.sql}`,
         )}) AS fresh
       )
       SELECT date_trunc('${per}', hour, 'UTC') AS starts_at,
         ${by === undefined ? 'NULL' : `(SELECT name FROM usage_names WHERE id = hours.${by})`} AS name,
         ${HOUR_SUMS.map((column) => `sum(${column})::float8 AS ${column}`).join(', ')}
       FROM hours GROUP BY 1${by === undefined ? '' : `, hours.${by}`} ORDER BY 1, 2`,
      conditions.parameters,
    );
    return rows.map(sumOf);
  }
}

function conditionsOf({ tokenId, owner, model, channel, operation }: UsageFilter): SqlConditions {
  const conditions = new SqlConditions();
  const names = { token: tokenId, owner, model, channel, operation };
  for (const [column, name] of Object.entries(names)) {
    if (name === undefined) continue;
    conditions.add(`${column} = (SELECT id FROM usage_names WHERE name = ?)`, clean(name));
  }
  return conditions;
}

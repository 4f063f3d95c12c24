import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { type PriceOfRecord } from '../prices/price.js';
import { PriceVersionRepository } from '../prices/price-version.repository.js';
import { eventIdFor, toRequestId } from './begun-event.js';
import { countRows } from './count-rows.js';
import { readCursor, writeCursor } from './usage-cursor.js';
import { MEASURES, NEWEST_FIRST } from './usage-order.js';
import {
  type UsageCount,
  type UsageGroup,
  type UsageLatenciesQuery,
  type UsageLatency,
  type UsageListQuery,
  type UsagePage,
  type UsageRecord,
  type UsageSlicing,
  type UsageSum,
  type UsageSumsQuery,
} from './usage-query.js';
import {
  type EventRow,
  type LatencyRow,
  type SumRow,
  toLatency,
  toRecord,
  toSum,
} from './usage-read-rows.js';
import { buildConditions, buildListConditions } from './usage-conditions.js';
import { COUNTS, NAME_COLUMNS, REQUEST_COLUMN_NAMES } from './usage-row.js';
import { HOUR_KEYS, HOUR_SUMS, buildHoursQuery } from './usage-sums.js';

const HOUR_MS = 60 * 60 * 1000;
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1_000;

const RECORD_COLUMNS = [...REQUEST_COLUMN_NAMES, ...COUNTS.map(([, { column }]) => column)];
export const SELECT_RECORDS = `
  SELECT ${RECORD_COLUMNS.map((column) => `e.${column}`).join(', ')},
    ${Object.keys(NAME_COLUMNS)
      .map((column) => `(SELECT name FROM usage_names WHERE id = e.${column}) AS ${column}`)
      .join(', ')}`;

/** Reads requests, sums and latencies. */
@Injectable()
export class UsageRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async find(requestId: string): Promise<UsageRecord | undefined> {
    const id = eventIdFor(requestId);
    const [row] = await this.dataSource.query<EventRow[]>(
      `${SELECT_RECORDS} FROM usage_events e WHERE e.id = $1 AND e.request_id IS NULL
       UNION ALL ${SELECT_RECORDS} FROM usage_events e WHERE e.request_id = $2
       ORDER BY started_at DESC LIMIT 1`,
      [toRequestId(id) === requestId ? id : null, requestId],
    );
    return row === undefined ? undefined : toRecord(row);
  }

  /** The price with this version id, if a request was charged by it. */
  async findPrice(version: string): Promise<PriceOfRecord | undefined> {
    return new PriceVersionRepository().find(this.dataSource.manager, version);
  }

  async list(query: UsageListQuery): Promise<UsagePage> {
    const { after, limit = DEFAULT_LIMIT, order = NEWEST_FIRST } = query;
    const size = Math.min(Math.max(1, limit), MAX_LIMIT);
    const conditions = buildListConditions(query);
    const { sql, fromNumber } = MEASURES[order.by];
    if (after !== undefined) {
      const { value, id } = readCursor(after);
      const comparison = order.isDescending ? '<' : '>';
      conditions.add(`(${sql}, id) ${comparison} (${fromNumber('?')}, ?::uuid)`, value, id);
    }
    const direction = order.isDescending ? 'DESC' : 'ASC';
    const inOrder = `ORDER BY ${sql} ${direction}, id ${direction}`;
    const rows = await this.dataSource.query<EventRow[]>(
      `${SELECT_RECORDS} FROM (
         SELECT * FROM usage_events WHERE ${conditions.sql} ${inOrder} LIMIT ${size + 1}) AS e
       ${inOrder}`,
      conditions.parameters,
    );
    const records = rows.slice(0, size).map(toRecord);
    const last = records.at(-1);
    return rows.length > size && last !== undefined
      ? { records, next: writeCursor(last, order) }
      : { records };
  }

  /** The number of requests on all pages of a list, up to `max`; undefined after a timeout. */
  count(query: UsageListQuery, max: number): Promise<UsageCount | undefined> {
    return countRows(this.dataSource, 'usage_events', { conditions: buildListConditions(query), max });
  }

  /** Uses the hourly sums, except for hours that have changed since or are only partly in the period. */
  async sums({ from, to, per, dayStarts, by = [], limit, ...filter }: UsageSumsQuery): Promise<UsageSum[]> {
    const conditions = buildConditions(filter);
    const [start, end] = [conditions.parameter(from), conditions.parameter(to)];
    const days = dayStarts && conditions.parameter(dayStarts);
    const unit = per === 'minute' || dayStarts?.some(dividesHour) === true ? 'minute' : 'hour';
    const source = { start, end, days, unit, condition: conditions.sql } as const;
    const bySession = by.includes('session');
    const isFine = per === 'minute' || bySession || filter.sessionId !== undefined;
    const rows = await this.dataSource.query<SumRow[]>(
      `WITH ${isFine ? buildSumsFromRows(source, bySession) : buildHoursFromSums(source)}
       SELECT ${getStart(per, 'hour', { start, days })} AS starts_at,
         ${getNames(by, 'hours')} AS names,
         ${HOUR_SUMS.map((column) => `sum(${column}::float8) AS ${column}`).join(', ')}
       FROM hours GROUP BY ${getGroups(by, 'hours')} ORDER BY 1, 2
       LIMIT ${conditions.parameter(limit ?? null)}`,
      conditions.parameters,
    );
    return rows.map((row) => toSum(row, by));
  }

  /**
   * Computed from the rows, because percentiles cannot be summed. With many rows a sample of the table's pages is
   * enough; a slice without a sampled row is then missing.
   */
  async latencies({
    from,
    to,
    per,
    dayStarts,
    by = [],
    samplePercent,
    ...filter
  }: UsageLatenciesQuery): Promise<UsageLatency[]> {
    const conditions = buildConditions(filter);
    const [start, end] = [conditions.parameter(from), conditions.parameter(to)];
    const days = dayStarts && conditions.parameter(dayStarts);
    const sample = samplePercent < 100 ? `TABLESAMPLE SYSTEM (${conditions.parameter(samplePercent)})` : '';
    const rows = await this.dataSource.query<LatencyRow[]>(
      `SELECT ${getStart(per, 'started_at', { start, days })} AS starts_at,
         ${getNames(by, 'e')} AS names,
         percentile_disc(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY duration_ms) AS durations,
         percentile_disc(0.5) WITHIN GROUP (ORDER BY first_byte_ms) AS first_byte
       FROM usage_events AS e ${sample}
       WHERE started_at >= ${start} AND started_at < ${end} AND ${conditions.sql}
       GROUP BY ${getGroups(by, 'e')}`,
      conditions.parameters,
    );
    return rows.map((row) => toLatency(row, by));
  }
}

/** Parts of an SQL statement; `start`, `end` and `days` are placeholders of parameters. */
interface SumsSource {
  start: string;
  end: string;
  /** The times at which days begin. */
  days: string | undefined;
  condition: string;
  /** The precision of the sums. */
  unit: 'hour' | 'minute';
}

function buildHoursFromSums({ start, end, days, condition, unit }: SumsSource): string {
  const columns = [...HOUR_KEYS, ...HOUR_SUMS].join(', ');
  const ofHour = `started_at >= fresh_hours.hour AND started_at < fresh_hours.hour + interval '1 hour'
    AND started_at >= ${start} AND started_at < ${end} AND ${condition}`;
  const edges = `ARRAY[${start}::timestamptz, ${end}::timestamptz]${days === undefined ? '' : ` || ${days}::timestamptz[]`}`;
  return `fresh_hours AS MATERIALIZED (
      SELECT hour FROM usage_retention, (
        SELECT hour FROM usage_changed_hours
        UNION
        SELECT date_trunc('hour', edge, 'UTC') FROM unnest(${edges}) AS edge WHERE edge <> date_trunc('hour', edge, 'UTC')
      ) AS hours
      WHERE hour >= date_trunc('hour', ${start}::timestamptz, 'UTC') AND hour < ${end} AND hour >= dropped_before
    ), hours AS (
      SELECT ${columns} FROM usage_hours
      WHERE hour >= ${start} AND hour < ${end} AND hour NOT IN (SELECT hour FROM fresh_hours) AND ${condition}
      UNION ALL
      SELECT fresh.* FROM fresh_hours CROSS JOIN LATERAL (
        ${buildHoursQuery(ofHour, { unit })}) AS fresh
    )`;
}

function buildSumsFromRows({ start, end, condition, unit }: SumsSource, bySession: boolean): string {
  const ofPeriod = `started_at >= ${start} AND started_at < ${end} AND ${condition}`;
  return `hours AS (${buildHoursQuery(ofPeriod, { unit, bySession })})`;
}

function dividesHour(moment: Date): boolean {
  return moment.getTime() % HOUR_MS !== 0;
}

/** The beginning of the minute, hour, day or period that contains this time. */
function getStart(
  per: UsageSlicing['per'],
  moment: string,
  { start, days }: Pick<SumsSource, 'start' | 'days'>,
): string {
  if (per === 'total') return `${start}::timestamptz`;
  return per === 'day' && days !== undefined
    ? `(${days}::timestamptz[])[width_bucket(${moment}, ${days}::timestamptz[])]`
    : `date_trunc('${per}', ${moment}, 'UTC')`;
}

/** The names of a sum's groups as one JSON list, by which the sums are sorted. */
function getNames(groups: readonly UsageGroup[], table: string): string {
  const names = groups.map((group) =>
    group === 'session'
      ? `COALESCE(${table}.session_id, '')`
      : `(SELECT name FROM usage_names WHERE id = ${table}.${group})`,
  );
  return `jsonb_build_array(${names.join(', ')})`;
}

function getGroups(groups: readonly UsageGroup[], table: string): string {
  return ['1', ...groups.map((group) => `${table}.${group === 'session' ? 'session_id' : group}`)].join(', ');
}

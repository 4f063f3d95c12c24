import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, QueryFailedError } from 'typeorm';
import { type PriceOfRecord } from '../prices/price.js';
import { PriceVersionRepository } from '../prices/price-version.repository.js';
import { eventIdFor, toRequestId } from './begun-event.js';
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
  buildLatency,
  toRecord,
  buildSum,
} from './usage-read-rows.js';
import { getConditions, getListConditions } from './usage-conditions.js';
import { COUNTS, NAME_COLUMNS } from './usage-row.js';
import { HOUR_KEYS, HOUR_SUMS, getHours } from './usage-sums.js';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1_000;
/** Nobody waits longer for a number beside a list. */
const COUNT_TIMEOUT_MS = 2_000;
const QUERY_CANCELED = '57014';

const RECORD_COLUMNS = [
  'started_at',
  'id',
  'cost_micro_usd',
  'upstream_cost_micro_usd',
  'duration_ms',
  'first_byte_ms',
  ...COUNTS.map(([, { column }]) => column),
  'is_streamed',
  'is_estimated',
  'is_cache_hit',
  'outcome',
  'request_id',
  'session_id',
  'detail',
];
export const SELECT_RECORDS = `
  SELECT ${RECORD_COLUMNS.map((column) => `e.${column}`).join(', ')},
    ${Object.keys(NAME_COLUMNS)
      .map((column) => `(SELECT name FROM usage_names WHERE id = e.${column}) AS ${column}`)
      .join(', ')}`;

/** What was used, for whoever asks. */
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

  /** The price of a version that something was charged by. */
  async findPrice(version: string): Promise<PriceOfRecord | undefined> {
    return new PriceVersionRepository().find(this.dataSource.manager, version);
  }

  async list(query: UsageListQuery): Promise<UsagePage> {
    const { after, limit = DEFAULT_LIMIT, order = NEWEST_FIRST } = query;
    const size = Math.min(Math.max(1, limit), MAX_LIMIT);
    const conditions = getListConditions(query);
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

  /** How many a list has on all its pages, up to `max`; undefined where it takes too long to find out. */
  async count(query: UsageListQuery, max: number): Promise<UsageCount | undefined> {
    const conditions = getListConditions(query);
    try {
      const [row] = await this.dataSource.transaction(async (transaction) => {
        await transaction.query(`SET LOCAL statement_timeout = ${COUNT_TIMEOUT_MS}`);
        return transaction.query<{ count: number }[]>(
          `SELECT count(*)::int AS count
           FROM (SELECT 1 FROM usage_events WHERE ${conditions.sql} LIMIT ${max + 1}) AS e`,
          conditions.parameters,
        );
      });
      const found = row?.count ?? 0;
      return { count: Math.min(found, max), hasMore: found > max };
    } catch (error) {
      if (isTimeout(error)) return undefined;
      throw error;
    }
  }

  /** From the sums of hours, and from rows where those have changed since they were added up. */
  async sums({ from, to, per, by = [], limit, ...filter }: UsageSumsQuery): Promise<UsageSum[]> {
    const conditions = getConditions(filter);
    const [start, end] = [conditions.parameter(from), conditions.parameter(to)];
    const source = { start, end, condition: conditions.sql };
    const bySession = by.includes('session');
    const isFine = per === 'minute' || bySession || filter.sessionId !== undefined;
    const unit = per === 'minute' ? per : 'hour';
    const rows = await this.dataSource.query<SumRow[]>(
      `WITH ${isFine ? sumsFromRows(source, { unit, bySession }) : hoursFromSums(source)}
       SELECT ${getStart(per, 'hour', start)} AS starts_at,
         ${getNames(by, 'hours')} AS names,
         ${HOUR_SUMS.map((column) => `sum(${column}::float8) AS ${column}`).join(', ')}
       FROM hours GROUP BY ${getGroups(by, 'hours')} ORDER BY 1, 2
       LIMIT ${conditions.parameter(limit ?? null)}`,
      conditions.parameters,
    );
    return rows.map((row) => buildSum(row, by));
  }

  /**
   * From the rows, since such figures cannot be added up. Where there are many, pages of some of them tell the same: a
   * slice of which none was looked at is missing then.
   */
  async latencies({
    from,
    to,
    per,
    by = [],
    samplePercent,
    ...filter
  }: UsageLatenciesQuery): Promise<UsageLatency[]> {
    const conditions = getConditions(filter);
    const [start, end] = [conditions.parameter(from), conditions.parameter(to)];
    const sample = samplePercent < 100 ? `TABLESAMPLE SYSTEM (${conditions.parameter(samplePercent)})` : '';
    const rows = await this.dataSource.query<LatencyRow[]>(
      `SELECT ${getStart(per, 'started_at', start)} AS starts_at,
         ${getNames(by, 'e')} AS names,
         percentile_disc(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY duration_ms) AS durations,
         percentile_disc(0.5) WITHIN GROUP (ORDER BY first_byte_ms) AS first_byte
       FROM usage_events AS e ${sample}
       WHERE started_at >= ${start} AND started_at < ${end} AND ${conditions.sql}
       GROUP BY ${getGroups(by, 'e')}`,
      conditions.parameters,
    );
    return rows.map((row) => buildLatency(row, by));
  }
}

interface SumsSource {
  /** Parameters. */
  start: string;
  end: string;
  condition: string;
}

function hoursFromSums({ start, end, condition }: SumsSource): string {
  const columns = [...HOUR_KEYS, ...HOUR_SUMS].join(', ');
  const ofHour = `started_at >= changed.hour AND started_at < changed.hour + interval '1 hour' AND ${condition}`;
  return `changed AS MATERIALIZED (
      SELECT DISTINCT hour FROM usage_changed_hours, usage_retention
      WHERE hour >= ${start} AND hour < ${end} AND hour >= dropped_before
    ), hours AS (
      SELECT ${columns} FROM usage_hours
      WHERE hour >= ${start} AND hour < ${end} AND hour NOT IN (SELECT hour FROM changed) AND ${condition}
      UNION ALL
      SELECT fresh.* FROM changed CROSS JOIN LATERAL (${getHours(ofHour)}) AS fresh
    )`;
}

function sumsFromRows(
  { start, end, condition }: SumsSource,
  fineness: Parameters<typeof getHours>[1],
): string {
  const ofPeriod = `started_at >= ${start} AND started_at < ${end} AND ${condition}`;
  return `hours AS (${getHours(ofPeriod, fineness)})`;
}

/** When the slice of the time begins that this moment is in. */
function getStart(per: UsageSlicing['per'], moment: string, start: string): string {
  return per === 'total' ? `${start}::timestamptz` : `date_trunc('${per}', ${moment}, 'UTC')`;
}

/** One list with the names of all groups that a sum is of; by such lists sums can be ordered. */
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

function isTimeout(error: unknown): boolean {
  return (
    error instanceof QueryFailedError && (error.driverError as { code?: string }).code === QUERY_CANCELED
  );
}

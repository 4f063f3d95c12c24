import { type ErrorKind, REFUSAL_OUTCOMES } from '#canonical';
import { SqlConditions } from '#database';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { eventIdFor, toRequestId } from '../usage/begun-event.js';
import { countRows } from '../usage/count-rows.js';
import { readCursor } from '../usage/usage-cursor.js';
import { addMoments, addRequestIds, addUserAgent } from '../usage/usage-conditions.js';
import { NEWEST_FIRST } from '../usage/usage-order.js';
import {
  type UsageCount,
  type UsageFilter,
  type UsageListQuery,
  type UsageOrder,
} from '../usage/usage-query.js';
import { clean } from '../usage/usage-row.js';
import { type RefusalCount, type RefusedRequest } from './refused-request.js';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1_000;

/** Sort keys. A refused request has a known cost of 0, which `MEASURES` of usage represents as 1. */
const MEASURES: Readonly<Record<UsageOrder['by'], { sql: string; fromNumber: (value: string) => string }>> = {
  started_at: { sql: 'started_at', fromNumber: (value) => `to_timestamp(${value}::float8 / 1000)` },
  duration_ms: { sql: 'duration_ms', fromNumber: (value) => `${value}::bigint` },
  cost: { sql: '1::bigint', fromNumber: (value) => `${value}::bigint` },
};

interface Row {
  started_at: Date;
  id: string;
  request_id: string | null;
  token_id: string | null;
  owner: string | null;
  session_id: string | null;
  model: string | null;
  operation: string | null;
  format: string | null;
  is_streamed: boolean;
  outcome: string;
  error_code: string | null;
  error_param: string | null;
  message: string | null;
  status: number | null;
  method: string | null;
  path: string | null;
  client_address: string | null;
  user_agent: string | null;
  duration_ms: number;
}

export interface RefusalCountsQuery extends Pick<UsageFilter, 'owner' | 'tokenId'> {
  from: Date;
  to: Date;
  limit: number;
}

/** Reads refused requests with the same queries as usage. */
@Injectable()
export class RefusedRequestRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async find(requestId: string): Promise<RefusedRequest | undefined> {
    const id = eventIdFor(requestId);
    const [row] = await this.dataSource.query<Row[]>(
      `SELECT * FROM refused_requests WHERE id = $1 AND request_id IS NULL
       UNION ALL SELECT * FROM refused_requests WHERE request_id = $2
       ORDER BY started_at DESC LIMIT 1`,
      [toRequestId(id) === requestId ? id : null, requestId],
    );
    return row === undefined ? undefined : toRequest(row);
  }

  /** The page after the cursor, in the order of the query. Contains one more than the limit if there are more. */
  async list(query: UsageListQuery): Promise<RefusedRequest[]> {
    const { after, limit = DEFAULT_LIMIT, order = NEWEST_FIRST } = query;
    const conditions = buildConditions(query);
    if (conditions === undefined) return [];
    const { sql, fromNumber } = MEASURES[order.by];
    if (after !== undefined) {
      const { value, id } = readCursor(after);
      const comparison = order.isDescending ? '<' : '>';
      conditions.add(`(${sql}, id) ${comparison} (${fromNumber('?')}, ?::uuid)`, value, id);
    }
    const direction = order.isDescending ? 'DESC' : 'ASC';
    const size = Math.min(Math.max(1, limit), MAX_LIMIT) + 1;
    const rows = await this.dataSource.query<Row[]>(
      `SELECT * FROM refused_requests WHERE ${conditions.sql}
       ORDER BY ${sql} ${direction}, id ${direction} LIMIT ${size}`,
      conditions.parameters,
    );
    return rows.map(toRequest);
  }

  /** Undefined after a timeout. */
  async count(query: UsageListQuery, max: number): Promise<UsageCount | undefined> {
    const conditions = buildConditions(query);
    if (conditions === undefined) return { count: 0, hasMore: false };
    return countRows(this.dataSource, 'refused_requests', { conditions, max });
  }

  /** The number of refusals by token and reason, including those without a row. Most frequent first. */
  async counts({ from, to, owner, tokenId, limit }: RefusalCountsQuery): Promise<RefusalCount[]> {
    const conditions = new SqlConditions();
    conditions.add('hour >= ? AND hour < ?', from, to);
    if (owner !== undefined) conditions.add('owner = ?', owner);
    if (tokenId !== undefined) conditions.add('token_id = ?', tokenId);
    const rows = await this.dataSource.query<
      { token_id: string; owner: string; outcome: string; refusals: string }[]
    >(
      `SELECT token_id, owner, outcome, sum(refusals) AS refusals FROM refusal_counts
       WHERE ${conditions.sql} GROUP BY token_id, owner, outcome
       ORDER BY sum(refusals) DESC, token_id, outcome LIMIT ${conditions.parameter(limit)}`,
      conditions.parameters,
    );
    return rows.map(({ token_id: token, refusals, ...row }) => ({
      tokenId: token,
      owner: row.owner,
      outcome: row.outcome,
      refusals: Number(refusals),
    }));
  }
}

/** Undefined if no refused request can match: none has a channel, a cost or a result of moderation. */
function buildConditions(query: UsageListQuery): SqlConditions | undefined {
  const { channel, isPriced, isCacheHit, isFlagged, isEstimated, minCostMicroUsd = 0 } = query;
  if (channel !== undefined || isPriced === false || minCostMicroUsd > 0) return undefined;
  if (isCacheHit === true || isFlagged === true || isEstimated === true) return undefined;
  const conditions = new SqlConditions();
  const { tokenId, owner, model, operation, format, sessionId, outcome, errorCode } = query;
  const columns = { owner, model, operation, format, outcome, token_id: tokenId, session_id: sessionId };
  for (const [column, value] of Object.entries({ ...columns, error_code: errorCode })) {
    if (value !== undefined) conditions.add(`${column} = ?`, clean(value));
  }
  addOutcomes(conditions, query);
  if (query.requestIdPrefix !== undefined) addRequestIds(conditions, query.requestIdPrefix);
  if (query.minDurationMs !== undefined) conditions.add('duration_ms >= ?', query.minDurationMs);
  addUserAgent(conditions, query.userAgent);
  addMoments(conditions, query);
  return conditions;
}

function addOutcomes(conditions: SqlConditions, query: UsageListQuery): void {
  const { isFailed, isRefused, outcomes, failedBesides } = query;
  // A request that ended before there was anything to bill either was refused or failed.
  const mustBeRefused = isRefused ?? (isFailed === undefined ? undefined : !isFailed);
  if (mustBeRefused !== undefined) conditions.add('(outcome = ANY(?)) = ?', REFUSAL_OUTCOMES, mustBeRefused);
  if (outcomes !== undefined) conditions.add('outcome = ANY(?)', outcomes);
  if (failedBesides !== undefined) conditions.add('outcome <> ALL(?)', failedBesides);
}

function toRequest(row: Row): RefusedRequest {
  const { id, request_id: requestId, token_id: tokenId, owner } = row;
  return {
    id,
    requestId: requestId ?? toRequestId(id),
    startedAtMs: row.started_at.getTime(),
    durationMs: row.duration_ms,
    token: tokenId === null ? undefined : { id: tokenId, owner: owner ?? '' },
    sessionId: row.session_id ?? undefined,
    model: row.model ?? undefined,
    operation: row.operation ?? undefined,
    format: row.format ?? undefined,
    isStreamed: row.is_streamed,
    outcome: row.outcome as ErrorKind,
    errorCode: row.error_code ?? undefined,
    errorParam: row.error_param ?? undefined,
    message: row.message ?? undefined,
    status: row.status ?? undefined,
    method: row.method ?? undefined,
    path: row.path ?? undefined,
    client: { address: row.client_address ?? undefined, userAgent: row.user_agent ?? undefined },
  };
}

import { MICRO_USD_PER_USD } from '#canonical';
import { createCursorError, readCursor } from '#database';
import { type UsageListQuery } from '#metering';
import { ERROR_STATUSES } from '#wire';
import { toUsageOrder } from './request-order.js';
import { type RequestFilterQuery, type StatusClass } from './request-query.dto.js';

const WHOLE = /^\d{1,15}$/;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const CLIENT_FAULTS = Object.entries(ERROR_STATUSES)
  .filter(([, status]) => status < 500)
  .map(([kind]) => kind);

/** Throws if the order would require a scan of all requests. */
export function toUsageFilter(query: RequestFilterQuery): UsageListQuery {
  const { cost, from, to, min_cost_usd: minCostUsd } = query;
  return {
    model: query.model,
    tokenId: query.token?.toLowerCase(),
    channel: query.channel,
    operation: query.operation,
    format: query.format,
    sessionId: query.session,
    requestIdPrefix: query.id,
    errorCode: query.error_code,
    userAgent: query.client,
    minCostMicroUsd: minCostUsd === undefined ? undefined : Math.round(minCostUsd * MICRO_USD_PER_USD),
    ...toOutcome(query.outcome),
    ...toClassOutcomes(query.status_class),
    isPriced: cost === undefined ? undefined : cost === 'known',
    isCacheHit: query.cache_hit,
    isFlagged: query.flagged,
    isEstimated: query.estimated,
    minDurationMs: query.min_duration_ms,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
    order: toUsageOrder(query),
  };
}

function toOutcome(outcome: string | undefined): Pick<UsageListQuery, 'isFailed' | 'isRefused' | 'outcome'> {
  if (outcome === 'error') return { isFailed: true };
  return outcome === 'refused' ? { isRefused: true } : { outcome };
}

export function parseRequestCursor(cursor: string, sort: string): string {
  const { value, id } = readCursor(cursor, sort);
  if (!WHOLE.test(value) || !UUID.test(id)) throw createCursorError();
  return `${value}_${id}`;
}

/** The outcomes of a status class. An outcome that is not an error kind counts as a server error. */
function toClassOutcomes(
  statusClass: StatusClass | undefined,
): Pick<UsageListQuery, 'outcomes' | 'failedBesides'> {
  switch (statusClass) {
    case undefined:
      return {};
    case '2xx':
      return { outcomes: ['ok'] };
    case '4xx':
      return { outcomes: CLIENT_FAULTS };
    case '5xx':
      return { failedBesides: CLIENT_FAULTS };
  }
}

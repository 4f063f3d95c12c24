import { notACursor, readCursor } from '#database';
import { type UsageListQuery } from '#metering';
import { ERROR_STATUSES } from '#wire';
import { toUsageOrder } from './request-order.js';
import { type RequestFilterQuery, type StatusClass } from './request-query.dto.js';

const WHOLE = /^\d{1,15}$/;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const CLIENT_FAULTS = Object.entries(ERROR_STATUSES)
  .filter(([, status]) => status < 500)
  .map(([kind]) => kind);

/** Throws where the order would take looking at all that there is. */
export function toUsageFilter(query: RequestFilterQuery): UsageListQuery {
  const { outcome, cost, from, to } = query;
  return {
    model: query.model,
    tokenId: query.token?.toLowerCase(),
    channel: query.channel,
    operation: query.operation,
    format: query.format,
    sessionId: query.session,
    requestIdPrefix: query.id,
    ...(outcome === 'error' ? { isFailed: true } : { outcome }),
    ...toClassOutcomes(query.status_class),
    isPriced: cost === undefined ? undefined : cost === 'known',
    isCacheHit: query.cache_hit,
    isFlagged: query.flagged,
    minDurationMs: query.min_duration_ms,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
    order: toUsageOrder(query),
  };
}

export function parseRequestCursor(cursor: string, sort: string): string {
  const { value, id } = readCursor(cursor, sort);
  if (!WHOLE.test(value) || !UUID.test(id)) throw notACursor();
  return `${value}_${id}`;
}

/** What requests have come to whose answers are of this class. What no kind of error names is nobody's own fault. */
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

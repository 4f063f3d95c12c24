import { TokenRepository } from '#access';
import { type Page, notACursor, readCursor, writeCursor } from '#database';
import { type UsageListQuery, UsageRepository } from '#metering';
import { Injectable } from '@nestjs/common';
import { ERROR_STATUSES } from '#wire';
import { type Caller } from '../access/caller.js';
import { confinedTo } from '../access/principal.js';
import { notFound } from '../input/id-param.js';
import { toUsageOrder } from './request-order.js';
import {
  type RequestDetailView,
  type RequestListQuery,
  type RequestView,
  type StatusClass,
} from './request.dto.js';
import { viewRequest, viewRequestDetail } from './request-view.js';

const WHOLE = /^\d{1,15}$/;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const CLIENT_FAULTS = Object.entries(ERROR_STATUSES)
  .filter(([, status]) => status < 500)
  .map(([kind]) => kind);

/** Requests that have reached an upstream, or were answered in its place. */
@Injectable()
export class RequestsService {
  constructor(
    private readonly usage: UsageRepository,
    private readonly tokens: TokenRepository,
  ) {}

  async list({ principal }: Caller, query: RequestListQuery): Promise<Page<RequestView>> {
    const whose = confinedTo(principal);
    const isForeign = whose !== undefined && query.owner !== undefined && query.owner !== whose;
    if (isForeign) return { data: [], next_cursor: null };
    const { records, next } = await this.usage.list({ ...toFilter(query), owner: whose ?? query.owner });
    const tokenNames = await this.tokens.findNames(records.map(({ tokenId }) => tokenId));
    return {
      data: records.map((record) => viewRequest(record, tokenNames)),
      next_cursor: next === undefined ? null : cursorAt(next, query.sort),
    };
  }

  async show({ principal }: Caller, id: string): Promise<RequestDetailView> {
    const record = await this.usage.find(id);
    const whose = confinedTo(principal);
    const isTheirs = whose === undefined || record?.owner === whose;
    if (record === undefined || !isTheirs) throw notFound('request');
    const { priceVersion } = record;
    const [tokenNames, priced] = await Promise.all([
      this.tokens.findNames([record.tokenId]),
      priceVersion === undefined ? undefined : this.usage.findPrice(priceVersion),
    ]);
    return viewRequestDetail(record, tokenNames, priced);
  }
}

function toFilter(query: RequestListQuery): UsageListQuery {
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
    limit: query.limit,
    order: toUsageOrder(query),
    after: query.cursor === undefined ? undefined : parseCursor(query.cursor, query.sort),
  };
}

function parseCursor(cursor: string, sort: string): string {
  const { value, id } = readCursor(cursor, sort);
  if (!WHOLE.test(value) || !UUID.test(id)) throw notACursor();
  return `${value}_${id}`;
}

function cursorAt(next: string, sort: string): string {
  const [value = '', id = ''] = next.split('_');
  return writeCursor({ sort, value, id });
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

import {
  type PriceOfRecord,
  type RefusedRequest,
  RefusedRequestRepository,
  type UsageListQuery,
  type UsageRecord,
  UsageRepository,
} from '#metering';
import { Injectable } from '@nestjs/common';

/** A request with a usage event, or a refused one. */
export type ListedRequest = { usage: UsageRecord } | { refused: RefusedRequest };

export interface ListedPage {
  requests: ListedRequest[];
  /** Undefined on the last page. */
  next?: string;
}

interface Ranked {
  request: ListedRequest;
  /** The sort value. Rows with the same value are sorted by id. */
  rank: number;
  id: string;
}

type OrderName = NonNullable<UsageListQuery['order']>['by'];

/** Requests with usage and refused requests, merged into one list. */
@Injectable()
export class RequestPages {
  constructor(
    private readonly usage: UsageRepository,
    private readonly refused: RefusedRequestRepository,
  ) {}

  /** Loads a page of each table from the same cursor. Together they contain every request of the merged page. */
  async list(query: UsageListQuery & { limit: number }): Promise<ListedPage> {
    const { by, isDescending } = query.order ?? { by: 'started_at', isDescending: true };
    const [{ records, next }, refused] = await Promise.all([
      this.usage.list(query),
      this.refused.list(query),
    ]);
    const direction = isDescending ? -1 : 1;
    const ranked = [
      ...records.map((usage) => rankUsage(usage, by)),
      ...refused.map((request) => rankRefused(request, by)),
    ].toSorted((left, right) => direction * compare(left, right));
    const shown = ranked.slice(0, query.limit);
    const last = shown.at(-1);
    const hasMore = ranked.length > shown.length || next !== undefined;
    return {
      requests: shown.map(({ request }) => request),
      ...(hasMore && last !== undefined ? { next: `${last.rank}_${last.id}` } : {}),
    };
  }

  findUsage(requestId: string): Promise<UsageRecord | undefined> {
    return this.usage.find(requestId);
  }

  /** The price with a version that is recorded with a request. */
  findPrice(version: string): Promise<PriceOfRecord | undefined> {
    return this.usage.findPrice(version);
  }

  /** Undefined if counting takes too long. */
  async count(query: UsageListQuery, max: number): Promise<{ count: number; hasMore: boolean } | undefined> {
    const [usage, refused] = await Promise.all([
      this.usage.count(query, max),
      this.refused.count(query, max),
    ]);
    if (usage === undefined || refused === undefined) return undefined;
    const count = usage.count + refused.count;
    return { count: Math.min(count, max), hasMore: usage.hasMore || refused.hasMore || count > max };
  }
}

/** As in the cursors of usage, an unknown cost is sorted before a cost of 0. */
function rankUsage(usage: UsageRecord, by: OrderName): Ranked {
  const { startedAtMs, durationMs, costMicroUsd, id } = usage;
  const cost = costMicroUsd === undefined ? 0 : costMicroUsd + 1;
  return { request: { usage }, rank: { started_at: startedAtMs, duration_ms: durationMs, cost }[by], id };
}

function rankRefused(refused: RefusedRequest, by: OrderName): Ranked {
  const { startedAtMs, durationMs, id } = refused;
  return {
    request: { refused },
    rank: { started_at: startedAtMs, duration_ms: durationMs, cost: 1 }[by],
    id,
  };
}

function compare(left: Ranked, right: Ranked): number {
  if (left.rank !== right.rank) return left.rank - right.rank;
  return left.id < right.id ? -1 : 1;
}

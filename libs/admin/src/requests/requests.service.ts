import { REFUSAL_OUTCOMES } from '#canonical';
import { TokenRepository } from '#access';
import { ChannelListRepository } from '#catalog';
import { type Page, writeCursor } from '#database';
import { RefusedRequestRepository, type UsageListQuery, type UsageRecord } from '#metering';
import { RecordedContentRepository } from '#relay';
import { Injectable } from '@nestjs/common';
import { getOwnerScope } from '#rights';
import { type Caller } from '../access/caller.js';
import { notFound } from '../input/id-param.js';
import { viewRefusedRequest, viewRefusedRequestDetail } from './refused-request-view.js';
import { parseRequestCursor, toUsageFilter } from './request-filter.js';
import { type ListedRequest, RequestPages } from './request-pages.js';
import {
  type RefusalCountsQuery,
  type RequestFilterQuery,
  type RequestListQuery,
} from './request-query.dto.js';
import { viewRequest, viewRequestDetail } from './request-view.js';
import {
  type RefusalCountsView,
  type RequestCountView,
  type RequestDetailView,
  type RequestView,
} from './request.dto.js';

const MAX_COUNT = 10_000;

/** How many requests are loaded and formatted at a time, which takes a few milliseconds. */
const EXPORT_PAGE = 500;
const MAX_EXPORTED = 100_000;
const MAX_REFUSAL_COUNTS = 1_000;
const HOUR_MS = 60 * 60 * 1000;

/** Requests with a usage event, and those that the gateway refused itself. */
@Injectable()
export class RequestsService {
  constructor(
    private readonly requestPages: RequestPages,
    private readonly refused: RefusedRequestRepository,
    private readonly tokens: TokenRepository,
    private readonly channels: ChannelListRepository,
    private readonly contents: RecordedContentRepository,
  ) {}

  async list(caller: Caller, query: RequestListQuery): Promise<Page<RequestView>> {
    const { limit, cursor, sort } = query;
    const filter = getFilter(caller, query);
    if (filter === undefined) return { data: [], next_cursor: null };
    const after = cursor === undefined ? undefined : parseRequestCursor(cursor, sort);
    const { requests, next } = await this.requestPages.list({ ...filter, limit, after });
    return {
      data: await this.view(requests),
      next_cursor: next === undefined ? null : buildCursor(next, sort),
    };
  }

  async count(caller: Caller, query: RequestFilterQuery): Promise<RequestCountView> {
    const filter = getFilter(caller, query);
    if (filter === undefined) return { count: 0, has_more: false };
    const counted = await this.requestPages.count(filter, MAX_COUNT);
    return { count: counted?.count ?? null, has_more: counted?.hasMore ?? true };
  }

  /** Loads a page when the consumer needs it. Throws immediately if the query is invalid. */
  pages(caller: Caller, query: RequestFilterQuery): AsyncGenerator<RequestView[]> {
    return this.readPages(getFilter(caller, query));
  }

  async show({ principal }: Caller, id: string): Promise<RequestDetailView> {
    const ownerScope = getOwnerScope(principal);
    const record = await this.requestPages.findUsage(id);
    if (record === undefined) return this.showRefused(id, ownerScope);
    if (ownerScope !== undefined && record.owner !== ownerScope) throw notFound('request');
    return this.showDetail(record, ownerScope !== undefined);
  }

  /** Every refusal of the period, by token and reason. */
  async countRefusals(
    { principal }: Caller,
    { from, to, token, owner }: RefusalCountsQuery,
  ): Promise<RefusalCountsView> {
    const ownerScope = getOwnerScope(principal);
    if (ownerScope !== undefined && owner !== undefined && owner !== ownerScope) return { data: [] };
    const counts = await this.refused.counts({
      from: new Date(Math.floor(Date.parse(from) / HOUR_MS) * HOUR_MS),
      to: to === undefined ? new Date(Date.now() + HOUR_MS) : new Date(to),
      owner: ownerScope ?? owner,
      tokenId: token?.toLowerCase(),
      limit: MAX_REFUSAL_COUNTS,
    });
    const tokenNames = await this.tokens.findNames(counts.map(({ tokenId }) => tokenId).filter(Boolean));
    const data = counts.map(({ tokenId, outcome, refusals, ...count }) => ({
      token_id: tokenId || null,
      token_name: tokenNames.get(tokenId) ?? null,
      owner: count.owner || null,
      outcome,
      refused: REFUSAL_OUTCOMES.includes(outcome),
      refusals,
    }));
    return { data };
  }

  private async showRefused(id: string, ownerScope: string | undefined): Promise<RequestDetailView> {
    const refused = await this.refused.find(id);
    const isVisible = ownerScope === undefined || refused?.token?.owner === ownerScope;
    if (refused === undefined || !isVisible) throw notFound('request');
    const { token } = refused;
    return viewRefusedRequestDetail(
      refused,
      await this.tokens.findNames(token === undefined ? [] : [token.id]),
    );
  }

  private async showDetail(record: UsageRecord, isConfined: boolean): Promise<RequestDetailView> {
    const { priceVersion, attempts, channel } = record;
    const [tokenNames, channelIds, priced, contentExpiry] = await Promise.all([
      this.tokens.findNames([record.tokenId]),
      this.channels.findIds([channel, ...attempts.map((attempt) => attempt.channel)]),
      priceVersion === undefined ? undefined : this.requestPages.findPrice(priceVersion),
      this.contents.findExpiry(record.requestId, record.tokenId),
    ]);
    const detail = viewRequestDetail(record, { tokenNames, channelIds, priced, isConfined });
    return { ...detail, content_expires_at: contentExpiry?.toISOString() ?? null };
  }

  private async *readPages(filter: UsageListQuery | undefined): AsyncGenerator<RequestView[]> {
    if (filter === undefined) return;
    let after: string | undefined;
    for (let count = 0; count < MAX_EXPORTED; count += EXPORT_PAGE) {
      const { requests, next } = await this.requestPages.list({ ...filter, limit: EXPORT_PAGE, after });
      yield await this.view(requests);
      if (next === undefined) return;
      after = next;
    }
  }

  private async view(requests: readonly ListedRequest[]): Promise<RequestView[]> {
    const tokenIds = requests.map((request) =>
      'usage' in request ? request.usage.tokenId : request.refused.token?.id,
    );
    const tokenNames = await this.tokens.findNames(tokenIds.filter((id) => id !== undefined));
    return requests.map((request) =>
      'usage' in request
        ? viewRequest(request.usage, tokenNames)
        : viewRefusedRequest(request.refused, tokenNames),
    );
  }
}

/** Undefined if a member requests the data of another owner. */
function getFilter({ principal }: Caller, query: RequestFilterQuery): UsageListQuery | undefined {
  const filter = toUsageFilter(query);
  const ownerScope = getOwnerScope(principal);
  const isForeign = ownerScope !== undefined && query.owner !== undefined && query.owner !== ownerScope;
  return isForeign ? undefined : { ...filter, owner: ownerScope ?? query.owner };
}

function buildCursor(next: string, sort: string): string {
  const [value = '', id = ''] = next.split('_');
  return writeCursor({ sort, value, id });
}

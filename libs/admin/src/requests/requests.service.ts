import { TokenRepository } from '#access';
import { ChannelListRepository } from '#catalog';
import { type Page, writeCursor } from '#database';
import { type UsageListQuery, type UsageRecord, UsageRepository } from '#metering';
import { RecordedContentRepository } from '#relay';
import { Injectable } from '@nestjs/common';
import { confinedTo } from '#rights';
import { type Caller } from '../access/caller.js';
import { notFound } from '../input/id-param.js';
import { parseRequestCursor, toUsageFilter } from './request-filter.js';
import { type RequestFilterQuery, type RequestListQuery } from './request-query.dto.js';
import { viewRequest, viewRequestDetail } from './request-view.js';
import { type RequestCountView, type RequestDetailView, type RequestView } from './request.dto.js';

const MAX_COUNT = 10_000;

/** So many are read, and written as text, at a time: that takes a few milliseconds. */
const EXPORT_PAGE = 500;
const MAX_EXPORTED = 100_000;

/** Requests that have reached an upstream, or were answered in its place. */
@Injectable()
export class RequestsService {
  constructor(
    private readonly usage: UsageRepository,
    private readonly tokens: TokenRepository,
    private readonly channels: ChannelListRepository,
    private readonly contents: RecordedContentRepository,
  ) {}

  async list(caller: Caller, query: RequestListQuery): Promise<Page<RequestView>> {
    const { limit, cursor, sort } = query;
    const filter = getFilter(caller, query);
    if (filter === undefined) return { data: [], next_cursor: null };
    const after = cursor === undefined ? undefined : parseRequestCursor(cursor, sort);
    const { records, next } = await this.usage.list({ ...filter, limit, after });
    return {
      data: await this.view(records),
      next_cursor: next === undefined ? null : cursorAt(next, sort),
    };
  }

  async count(caller: Caller, query: RequestFilterQuery): Promise<RequestCountView> {
    const filter = getFilter(caller, query);
    if (filter === undefined) return { count: 0, has_more: false };
    const counted = await this.usage.count(filter, MAX_COUNT);
    return { count: counted?.count ?? null, has_more: counted?.hasMore ?? true };
  }

  /** Page by page, as the reader takes them. What is wrong with the query is thrown at once. */
  pages(caller: Caller, query: RequestFilterQuery): AsyncGenerator<RequestView[]> {
    return this.readPages(getFilter(caller, query));
  }

  async show({ principal }: Caller, id: string): Promise<RequestDetailView> {
    const record = await this.usage.find(id);
    const whose = confinedTo(principal);
    const isTheirs = whose === undefined || record?.owner === whose;
    if (record === undefined || !isTheirs) throw notFound('request');
    const { priceVersion, attempts, channel } = record;
    const [tokenNames, channelIds, priced, contentExpiry] = await Promise.all([
      this.tokens.findNames([record.tokenId]),
      this.channels.findIds([channel, ...attempts.map((attempt) => attempt.channel)]),
      priceVersion === undefined ? undefined : this.usage.findPrice(priceVersion),
      this.contents.findExpiry(record.requestId, record.tokenId),
    ]);
    const detail = viewRequestDetail(record, { tokenNames, channelIds, priced });
    return { ...detail, content_expires_at: contentExpiry?.toISOString() ?? null };
  }

  private async *readPages(filter: UsageListQuery | undefined): AsyncGenerator<RequestView[]> {
    if (filter === undefined) return;
    let after: string | undefined;
    for (let count = 0; count < MAX_EXPORTED; count += EXPORT_PAGE) {
      const { records, next } = await this.usage.list({ ...filter, limit: EXPORT_PAGE, after });
      yield await this.view(records);
      if (next === undefined) return;
      after = next;
    }
  }

  private async view(records: readonly UsageRecord[]): Promise<RequestView[]> {
    const tokenNames = await this.tokens.findNames(records.map(({ tokenId }) => tokenId));
    return records.map((record) => viewRequest(record, tokenNames));
  }
}

/** Undefined where a member asks for what is not theirs. */
function getFilter({ principal }: Caller, query: RequestFilterQuery): UsageListQuery | undefined {
  const filter = toUsageFilter(query);
  const whose = confinedTo(principal);
  const isForeign = whose !== undefined && query.owner !== undefined && query.owner !== whose;
  return isForeign ? undefined : { ...filter, owner: whose ?? query.owner };
}

function cursorAt(next: string, sort: string): string {
  const [value = '', id = ''] = next.split('_');
  return writeCursor({ sort, value, id });
}

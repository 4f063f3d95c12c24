import { TOKEN_OWNER, TokenRepository } from '#access';
import { GatewayError, MICRO_USD_PER_USD } from '#canonical';
import {
  type UsageGroup,
  type UsageLatency,
  UsageRepository,
  type UsageSum,
  type UsageSumsQuery,
} from '#metering';
import { Injectable } from '@nestjs/common';
import { getOwnerScope } from '#rights';
import { type Caller } from '../access/caller.js';
import { writeHeader, writeSum } from './usage-csv.js';
import { type Period, listDayStarts } from './day-starts.js';
import { buildPeriod, buildSlices, getPreviousPeriod } from './usage-period.js';
import {
  type UsageQuery,
  type UsageReportQuery,
  type UsageReportView,
  type UsageSumView,
  parseGroups,
} from './usage.dto.js';
import { viewCounts } from '../requests/request-view.js';

const MAX_SUMS = 10_000;
/** There can be as many sessions as requests, so the sums of a slice are limited. */
const MAX_SESSION_SUMS = 50_000;

/** About how many requests are sampled for latencies, which is enough for percentiles of each hour of a month. */
const MAX_MEASURED = 300_000;

interface SumFacts {
  tokenNames: ReadonlyMap<string, string>;
  /** The latency of the same requests, if it was loaded. */
  latency?: UsageLatency;
}

@Injectable()
export class UsageService {
  constructor(
    private readonly usage: UsageRepository,
    private readonly tokens: TokenRepository,
  ) {}

  async report(caller: Caller, query: UsageReportQuery): Promise<UsageReportView> {
    const period = getPeriod(query);
    const data = await this.loadSums(caller, query, { ...period, limit: MAX_SUMS + 1 });
    if (data.length > MAX_SUMS) throw createTooManyError(query, MAX_SUMS);
    const whole = { ...query, interval: 'total', group_by: undefined } as const;
    const [total = null] = query.totals ? await this.loadSums(caller, whole, period) : [];
    const [previous = null] = query.totals
      ? await this.loadSums(caller, whole, getPreviousPeriod(period))
      : [];
    return {
      interval: query.interval,
      time_zone: query.time_zone,
      group_by: getGroups(query),
      from: period.from.toISOString(),
      to: period.to.toISOString(),
      data,
      total,
      previous_total: previous,
    };
  }

  /** Yields a report of any size in chunks. Errors of the query, or of a first slice that is too large, are thrown before. */
  async csv(caller: Caller, query: UsageQuery): Promise<AsyncGenerator<string>> {
    const groups = getGroups(query);
    const slicing = groups.includes('session') && query.interval === 'day' ? 'hour' : query.interval;
    const slices = buildSlices(getPeriod(query), slicing, query.time_zone);
    const loads = slices.map((slice) => () => this.loadSlice(caller, query, slice));
    const first = (await loads.shift()?.()) ?? [];
    return writeLines(groups, first, loads);
  }

  private async loadSlice(caller: Caller, query: UsageQuery, slice: Period): Promise<UsageSumView[]> {
    if (!getGroups(query).includes('session')) return this.loadSums(caller, query, slice);
    const sums = await this.loadSums(caller, query, { ...slice, limit: MAX_SESSION_SUMS + 1 });
    if (sums.length > MAX_SESSION_SUMS) throw createTooManyError(query, MAX_SESSION_SUMS);
    return sums;
  }

  private async loadSums(
    { principal }: Caller,
    query: UsageQuery,
    part: Period & Pick<UsageSumsQuery, 'limit'>,
  ): Promise<UsageSumView[]> {
    const ownerScope = getOwnerScope(principal);
    const isForeign = ownerScope !== undefined && query.owner !== undefined && query.owner !== ownerScope;
    if (isForeign) return [];
    const { interval, model, token, owner, channel, operation, session } = query;
    const sumsQuery = {
      ...part,
      per: interval,
      ...(interval === 'day' ? { dayStarts: listDayStarts(part, query.time_zone) } : {}),
      by: getGroups(query),
      model,
      tokenId: token?.toLowerCase(),
      owner: ownerScope ?? owner,
      channel,
      operation,
      sessionId: session,
    };
    const sums = await this.usage.sums(sumsQuery);
    // If the limit is reached, the query is rejected, so latencies are not needed.
    const isAll = part.limit === undefined || sums.length < part.limit;
    const latencies = query.latency && isAll ? await this.loadLatencies(sumsQuery, sums) : undefined;
    const tokenNames = await this.tokens.findNames(sums.flatMap(({ names }) => listTokens(names)));
    return sums.map((sum) => viewSum(sum, { tokenNames, latency: latencies?.get(getSlice(sum)) }));
  }

  private async loadLatencies(
    { limit: _limit, ...query }: UsageSumsQuery,
    sums: readonly UsageSum[],
  ): Promise<ReadonlyMap<string, UsageLatency>> {
    const requests = sums.reduce((all, sum) => all + sum.requests, 0);
    const samplePercent = Math.min(100, (MAX_MEASURED / Math.max(requests, 1)) * 100);
    const latencies = await this.usage.latencies({ ...query, samplePercent });
    return new Map(latencies.map((latency) => [getSlice(latency), latency]));
  }
}

/** A key that is equal for a sum and a latency of the same requests. */
function getSlice({ startsAt, names }: Pick<UsageSum, 'startsAt' | 'names'>): string {
  return JSON.stringify([startsAt.getTime(), names]);
}

function getGroups({ group_by: text }: UsageQuery): UsageGroup[] {
  return text === undefined ? [] : (parseGroups(text) ?? []);
}

function getPeriod(query: UsageQuery): Period {
  const isOfSessions = query.session !== undefined || getGroups(query).includes('session');
  return buildPeriod({ ...query, isOfSessions }, new Date());
}

async function* writeLines(
  groups: readonly UsageGroup[],
  first: readonly UsageSumView[],
  loads: readonly (() => Promise<readonly UsageSumView[]>)[],
): AsyncGenerator<string> {
  const write = (sums: readonly UsageSumView[]): string => sums.map((sum) => writeSum(sum, groups)).join('');
  yield `${writeHeader(groups)}${write(first)}`;
  for (const load of loads) {
    const sums = await load();
    if (sums.length > 0) yield write(sums);
  }
}

function createTooManyError({ group_by: groups }: UsageQuery, max: number): GatewayError {
  const param = groups === undefined ? 'interval' : 'group_by';
  return new GatewayError(
    'invalid-value',
    `"${param}" results in more than ${max} totals. Reduce the period or the groups${max === MAX_SUMS ? ', or use /api/usage.csv' : ''}.`,
    { param },
  );
}

function viewSum(sum: UsageSum, { tokenNames, latency }: SumFacts): UsageSumView {
  return {
    starts_at: sum.startsAt.toISOString(),
    ...viewNames(sum, tokenNames),
    requests: sum.requests,
    errors: sum.errors,
    cache_hits: sum.cacheHits,
    estimated_requests: sum.estimated,
    usage: viewCounts(sum.usage),
    cost_usd: sum.costMicroUsd / MICRO_USD_PER_USD,
    requests_of_unknown_cost: sum.unpriced,
    average_duration_ms: computeAverage(sum.durationMs, sum.requests),
    average_first_byte_ms: computeAverage(sum.firstByteMs, sum.firstBytes),
    duration_p50_ms: latency?.durationP50Ms ?? null,
    duration_p95_ms: latency?.durationP95Ms ?? null,
    first_byte_p50_ms: latency?.firstByteP50Ms ?? null,
  };
}

function listTokens({ token, owner }: UsageSum['names']): string[] {
  return [token, findOwnToken(owner)].filter((id) => id !== undefined);
}

/** The id of the token if the owner is the token itself. */
function findOwnToken(owner: string | undefined): string | undefined {
  return owner?.startsWith(TOKEN_OWNER) === true ? owner.slice(TOKEN_OWNER.length) : undefined;
}

/** The names of the groups. */
function viewNames(
  { names: { token, channel, session, ...others } }: UsageSum,
  tokenNames: ReadonlyMap<string, string>,
): Partial<UsageSumView> {
  const ownToken = findOwnToken(others.owner);
  return {
    ...(ownToken === undefined ? {} : { owner_token_name: tokenNames.get(ownToken) ?? null }),
    ...(token === undefined ? {} : { token_id: token, token_name: tokenNames.get(token) ?? null }),
    ...others,
    // The channel of a cached response may be unknown.
    ...(channel === undefined ? {} : { channel: channel === '' ? null : channel }),
    ...(session === undefined ? {} : { session_id: session === '' ? null : session }),
  };
}

function computeAverage(sum: number, count: number): number | null {
  return count === 0 ? null : Math.round(sum / count);
}

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
import { confinedTo } from '#rights';
import { type Caller } from '../access/caller.js';
import { headerLine, sumLine } from './usage-csv.js';
import { type Period, buildPeriod, buildSlices } from './usage-period.js';
import { type UsageQuery, type UsageReportView, type UsageSumView, groupsIn } from './usage.dto.js';
import { viewCounts } from '../requests/request-view.js';

const MAX_SUMS = 10_000;
/** Of sessions there may be as many as of requests: so many sums of them are read at a time. */
const MAX_SESSION_SUMS = 50_000;

/** So many single requests are read for latencies, or about; enough for a percentile of each hour of a month. */
const MAX_MEASURED = 300_000;

interface SumFacts {
  tokenNames: ReadonlyMap<string, string>;
  /** Of the same requests, where it is known. */
  latency?: UsageLatency;
}

@Injectable()
export class UsageService {
  constructor(
    private readonly usage: UsageRepository,
    private readonly tokens: TokenRepository,
  ) {}

  async report(caller: Caller, query: UsageQuery): Promise<UsageReportView> {
    const period = getPeriod(query);
    const data = await this.sums(caller, query, { ...period, limit: MAX_SUMS + 1 });
    if (data.length > MAX_SUMS) throw tooMany(query, MAX_SUMS);
    return {
      interval: query.interval,
      group_by: getGroups(query),
      from: period.from.toISOString(),
      to: period.to.toISOString(),
      data,
    };
  }

  /** Chunk by chunk, however much it is. What is wrong with the query, or too much at once, is thrown before the first. */
  async csv(caller: Caller, query: UsageQuery): Promise<AsyncGenerator<string>> {
    const groups = getGroups(query);
    const slicing = groups.includes('session') && query.interval === 'day' ? 'hour' : query.interval;
    const slices = buildSlices(getPeriod(query), slicing);
    const readings = slices.map((slice) => () => this.sliceSums(caller, query, slice));
    const first = (await readings.shift()?.()) ?? [];
    return writeLines(groups, first, readings);
  }

  private async sliceSums(caller: Caller, query: UsageQuery, slice: Period): Promise<UsageSumView[]> {
    if (!getGroups(query).includes('session')) return this.sums(caller, query, slice);
    const sums = await this.sums(caller, query, { ...slice, limit: MAX_SESSION_SUMS + 1 });
    if (sums.length > MAX_SESSION_SUMS) throw tooMany(query, MAX_SESSION_SUMS);
    return sums;
  }

  private async sums(
    { principal }: Caller,
    query: UsageQuery,
    part: Period & Pick<UsageSumsQuery, 'limit'>,
  ): Promise<UsageSumView[]> {
    const whose = confinedTo(principal);
    const isForeign = whose !== undefined && query.owner !== undefined && query.owner !== whose;
    if (isForeign) return [];
    const { interval, model, token, owner, channel, operation, session } = query;
    const asked = {
      ...part,
      per: interval,
      by: getGroups(query),
      model,
      tokenId: token?.toLowerCase(),
      owner: whose ?? owner,
      channel,
      operation,
      sessionId: session,
    };
    const sums = await this.usage.sums(asked);
    // Where there is more than was asked for, it is refused, and nothing needs to be measured.
    const isAll = part.limit === undefined || sums.length < part.limit;
    const latencies = query.latency && isAll ? await this.latencies(asked, sums) : undefined;
    const tokenNames = await this.tokens.findNames(sums.flatMap(({ names }) => listTokens(names)));
    return sums.map((sum) => viewSum(sum, { tokenNames, latency: latencies?.get(getSlice(sum)) }));
  }

  private async latencies(
    { limit: _limit, ...asked }: UsageSumsQuery,
    sums: readonly UsageSum[],
  ): Promise<ReadonlyMap<string, UsageLatency>> {
    const requests = sums.reduce((all, sum) => all + sum.requests, 0);
    const samplePercent = Math.min(100, (MAX_MEASURED / Math.max(requests, 1)) * 100);
    const latencies = await this.usage.latencies({ ...asked, samplePercent });
    return new Map(latencies.map((latency) => [getSlice(latency), latency]));
  }
}

/** What a sum and a latency have to have in common to be of the same requests. */
function getSlice({ startsAt, names }: Pick<UsageSum, 'startsAt' | 'names'>): string {
  return JSON.stringify([startsAt.getTime(), names]);
}

function getGroups({ group_by: text }: UsageQuery): UsageGroup[] {
  return text === undefined ? [] : (groupsIn(text) ?? []);
}

function getPeriod(query: UsageQuery): Period {
  const isOfSessions = query.session !== undefined || getGroups(query).includes('session');
  return buildPeriod({ ...query, isOfSessions }, new Date());
}

async function* writeLines(
  groups: readonly UsageGroup[],
  first: readonly UsageSumView[],
  readings: readonly (() => Promise<readonly UsageSumView[]>)[],
): AsyncGenerator<string> {
  const write = (sums: readonly UsageSumView[]): string => sums.map((sum) => sumLine(sum, groups)).join('');
  yield `${headerLine(groups)}${write(first)}`;
  for (const read of readings) {
    const sums = await read();
    if (sums.length > 0) yield write(sums);
  }
}

function tooMany({ group_by: groups }: UsageQuery, max: number): GatewayError {
  const param = groups === undefined ? 'interval' : 'group_by';
  return new GatewayError(
    'invalid-value',
    `"${param}" makes more than ${max} sums. Ask for less at a time${max === MAX_SUMS ? ', or for /api/usage.csv' : ''}.`,
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
    average_duration_ms: average(sum.durationMs, sum.requests),
    average_first_byte_ms: average(sum.firstByteMs, sum.firstBytes),
    duration_p50_ms: latency?.durationP50Ms ?? null,
    duration_p95_ms: latency?.durationP95Ms ?? null,
    first_byte_p50_ms: latency?.firstByteP50Ms ?? null,
  };
}

function listTokens({ token, owner }: UsageSum['names']): string[] {
  return [token, findOwnToken(owner)].filter((id) => id !== undefined);
}

/** The token that stands for an owner where it has none. */
function findOwnToken(owner: string | undefined): string | undefined {
  return owner?.startsWith(TOKEN_OWNER) === true ? owner.slice(TOKEN_OWNER.length) : undefined;
}

/** Only of what was grouped by. */
function viewNames(
  { names: { token, channel, session, ...others } }: UsageSum,
  tokenNames: ReadonlyMap<string, string>,
): Partial<UsageSumView> {
  const ownToken = findOwnToken(others.owner);
  return {
    ...(ownToken === undefined ? {} : { owner_token_name: tokenNames.get(ownToken) ?? null }),
    ...(token === undefined ? {} : { token_id: token, token_name: tokenNames.get(token) ?? null }),
    ...others,
    // Answers that were kept may have come from a channel that nobody remembers.
    ...(channel === undefined ? {} : { channel: channel === '' ? null : channel }),
    ...(session === undefined ? {} : { session_id: session === '' ? null : session }),
  };
}

function average(sum: number, count: number): number | null {
  return count === 0 ? null : Math.round(sum / count);
}

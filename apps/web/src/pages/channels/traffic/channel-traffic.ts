import { bucketsIn } from '../../../kit/charts/time-buckets.js';
import { type Schema } from '../../../api/client.js';

type Sum = Pick<
  Schema<'UsageSumView'>,
  | 'starts_at'
  | 'channel'
  | 'requests'
  | 'errors'
  | 'cost_usd'
  | 'requests_of_unknown_cost'
  | 'average_duration_ms'
>;

/** The metrics of a channel, in total and per hour. */
export interface ChannelTraffic {
  requests: number;
  errors: number;
  costUsd: number;
  /** The number of requests with an unknown price, which are not included in `costUsd`. */
  unpriced: number;
  /** Null if there were no requests. */
  averageMs: number | null;
  /** Undefined if only the totals are available. */
  hours?: {
    requests: number[];
    /** Error rates, from 0 to 1. */
    errors: number[];
    costUsd: number[];
    averageMs: (number | null)[];
  };
}

/** Converts hourly sums to the metrics of each channel, by channel name. */
export function toTraffic(
  sums: readonly Sum[],
  span: { from: string; to: string },
): ReadonlyMap<string, ChannelTraffic> {
  const starts = bucketsIn(span, 'hour').map((start) => Date.parse(start));
  const byChannel = new Map<string, Sum[]>();
  for (const sum of sums) {
    // Responses from the cache have no channel.
    if (typeof sum.channel !== 'string') continue;
    byChannel.set(sum.channel, [...(byChannel.get(sum.channel) ?? []), sum]);
  }
  return new Map([...byChannel].map(([channel, own]) => [channel, sumUpHours(own, starts)]));
}

/** Like `toTraffic` without hourly values, from one sum per channel. */
export function toDayTraffic(sums: readonly Sum[]): ReadonlyMap<string, ChannelTraffic> {
  return new Map(
    sums.flatMap((sum) =>
      typeof sum.channel === 'string' ? [[sum.channel, sumUpTotals([sum])] as const] : [],
    ),
  );
}

function sumUpHours(sums: readonly Sum[], starts: readonly number[]): ChannelTraffic {
  const byHour = new Map(sums.map((sum) => [Date.parse(sum.starts_at), sum]));
  const hours = starts.map((start) => byHour.get(start));
  return {
    ...sumUpTotals(sums),
    hours: {
      requests: hours.map((sum) => sum?.requests ?? 0),
      errors: hours.map((sum) => (sum === undefined || sum.requests === 0 ? 0 : sum.errors / sum.requests)),
      costUsd: hours.map((sum) => sum?.cost_usd ?? 0),
      averageMs: hours.map((sum) => sum?.average_duration_ms ?? null),
    },
  };
}

function sumUpTotals(sums: readonly Sum[]): ChannelTraffic {
  const requests = total(sums, (sum) => sum.requests);
  const timeMs = total(sums, (sum) => (sum.average_duration_ms ?? 0) * sum.requests);
  return {
    requests,
    errors: total(sums, (sum) => sum.errors),
    costUsd: total(sums, (sum) => sum.cost_usd),
    unpriced: total(sums, (sum) => sum.requests_of_unknown_cost),
    averageMs: requests === 0 ? null : timeMs / requests,
  };
}

function total(sums: readonly Sum[], get: (sum: Sum) => number): number {
  return sums.reduce((all, sum) => all + get(sum), 0);
}

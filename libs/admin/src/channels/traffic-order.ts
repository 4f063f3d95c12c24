import { type Page, type PageRequest, createCursorError, readCursor, writeCursor } from '#database';
import { type UsageSum } from '#metering';

type Traffic = Pick<UsageSum, 'requests' | 'errors' | 'durationMs' | 'costMicroUsd' | 'unpriced'>;

/** The figures of the last 24 hours by which channels can be ordered. Null, for no value, is sorted last. */
const FIGURES = {
  requests: ({ requests }) => requests,
  error_rate: ({ errors, requests }) => (requests === 0 ? null : errors / requests),
  latency: ({ durationMs, requests }) => (requests === 0 ? null : durationMs / requests),
  spend: ({ costMicroUsd, unpriced }) => (costMicroUsd === 0 && unpriced > 0 ? null : costMicroUsd),
} as const satisfies Record<string, (traffic: Traffic) => number | null>;

export const TRAFFIC_SORTS = Object.keys(FIGURES).flatMap((name) => [name, `-${name}`]);

interface Ranked {
  id: string;
  value: number | null;
}

/** A page of ids, ordered by a figure and then by id. `findTraffic` returns undefined for a channel without requests. */
export function orderByTraffic<Channel extends { id: string }>(
  channels: readonly Channel[],
  findTraffic: (channel: Channel) => Traffic | undefined,
  { sort, cursor, limit }: PageRequest & { sort: string },
): Page<string> {
  const figure = sort.replace(/^-/, '') as keyof typeof FIGURES;
  const compare = buildComparison(sort.startsWith('-'));
  const ranked = channels
    .map((channel): Ranked => {
      const traffic = findTraffic(channel);
      return { id: channel.id, value: traffic === undefined ? null : FIGURES[figure](traffic) };
    })
    .toSorted(compare);
  const position = cursor === undefined ? undefined : readPosition(cursor, sort);
  const rest = position === undefined ? ranked : ranked.filter((one) => compare(one, position) > 0);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rest.length > limit && last !== undefined;
  return {
    data: page.map(({ id }) => id),
    next_cursor: hasMore ? writeCursor({ sort, value: String(last.value ?? ''), id: last.id }) : null,
  };
}

function buildComparison(isDescending: boolean): (a: Ranked, b: Ranked) => number {
  const sign = isDescending ? -1 : 1;
  return (a, b) => {
    if (a.value === null || b.value === null) {
      if (a.value !== b.value) return a.value === null ? 1 : -1;
    } else if (a.value !== b.value) {
      return sign * (a.value - b.value);
    }
    return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
  };
}

function readPosition(cursor: string, sort: string): Ranked {
  const { value, id } = readCursor(cursor, sort);
  const number = value === '' ? null : Number(value);
  if (Number.isNaN(number)) throw createCursorError();
  return { id, value: number };
}

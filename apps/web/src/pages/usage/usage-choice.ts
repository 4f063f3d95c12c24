import { type TimeBucket } from '../../kit/charts/time-buckets.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const GROUPS = {
  model: 'Model',
  token: 'Token',
  owner: 'Owner',
  channel: 'Channel',
  operation: 'Operation',
  session: 'Session',
} as const;
export type Group = keyof typeof GROUPS;

export const MEASURES = {
  cost: 'Spend',
  requests: 'Requests',
  errors: 'Errors',
  tokens: 'Tokens',
} as const;
export type Measure = keyof typeof MEASURES;

/** What is looked at, as the address of the page says. */
export interface UsageChoice {
  group: Group;
  measure: Measure;
  bucket: TimeBucket;
}

/** What a chart of so much time may be cut into; the first is the usual one. */
export function bucketsFor(lengthMs: number): readonly [TimeBucket, ...TimeBucket[]] {
  if (lengthMs <= 6 * HOUR_MS) return ['minute'];
  if (lengthMs <= 2 * DAY_MS) return ['hour'];
  return lengthMs <= 8 * DAY_MS ? ['day', 'hour'] : ['day'];
}

export function readChoice(params: URLSearchParams, lengthMs: number): UsageChoice {
  const buckets = bucketsFor(lengthMs);
  const [usual] = buckets;
  return {
    group: nameIn(GROUPS, params.get('group')) ?? 'model',
    measure: nameIn(MEASURES, params.get('measure')) ?? 'cost',
    bucket: buckets.find((bucket) => bucket === params.get('by')) ?? usual,
  };
}

function nameIn<Name extends string>(names: Record<Name, string>, text: string | null): Name | undefined {
  return text !== null && Object.hasOwn(names, text) ? (text as Name) : undefined;
}

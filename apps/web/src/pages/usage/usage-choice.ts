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

/** What the page shows, stored in the URL. */
export interface UsageChoice {
  group: Group;
  /** A second grouping within the first one. */
  secondGroup?: Group;
  measure: Measure;
  bucket: TimeBucket;
  /** Whether the previous period is shown as well. */
  isCompared: boolean;
}

export const USAGE_FILTERS = ['model', 'token', 'owner', 'channel', 'operation', 'session'] as const;
export type UsageFilter = (typeof USAGE_FILTERS)[number];

/** The selectable intervals for a period of this length. The first one is the default. */
export function bucketsFor(lengthMs: number): readonly [TimeBucket, ...TimeBucket[]] {
  if (lengthMs <= 6 * HOUR_MS) return ['minute'];
  if (lengthMs <= 2 * DAY_MS) return ['hour'];
  return lengthMs <= 8 * DAY_MS ? ['day', 'hour'] : ['day'];
}

export function readChoice(params: URLSearchParams, lengthMs: number): UsageChoice {
  const buckets = bucketsFor(lengthMs);
  const [defaultBucket] = buckets;
  const group = readName(GROUPS, params.get('group')) ?? 'model';
  const secondGroup = readName(GROUPS, params.get('then'));
  return {
    group,
    ...(secondGroup === undefined || secondGroup === group ? {} : { secondGroup }),
    measure: readName(MEASURES, params.get('measure')) ?? 'cost',
    bucket: buckets.find((bucket) => bucket === params.get('by')) ?? defaultBucket,
    isCompared: params.get('compare') === 'on',
  };
}

/** The value of the API's `group_by` parameter. */
export function joinGroups({ group, secondGroup }: Pick<UsageChoice, 'group' | 'secondGroup'>): string {
  return secondGroup === undefined ? group : `${group},${secondGroup}`;
}

/** For example "model and token". */
export function nameGroups({ group, secondGroup }: Pick<UsageChoice, 'group' | 'secondGroup'>): string {
  return [group, ...(secondGroup === undefined ? [] : [secondGroup])]
    .map((name) => GROUPS[name].toLowerCase())
    .join(' and ');
}

function readName<Name extends string>(names: Record<Name, string>, text: string | null): Name | undefined {
  return text !== null && Object.hasOwn(names, text) ? (text as Name) : undefined;
}

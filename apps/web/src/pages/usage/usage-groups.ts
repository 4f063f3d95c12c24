import { type Schema } from '../../api/client.js';
import { type TimeBucket, type TimePoint, fillGaps } from '../../kit/charts/time-buckets.js';
import { type TimeZone } from '../../kit/time-zone/time-zone.js';
import { describeOwner } from '../../kit/describe-owner.js';
import { type Group, type Measure, type UsageChoice } from './usage-choice.js';

type UsageSum = Schema<'UsageSumView'>;

/** The usage of one group, or of all groups, in the period. */
export interface GroupTotal {
  key: string;
  label: string;
  /** The name of the group in each grouping, for the filters of the request list. */
  names: Partial<Record<Group, string>>;
  requests: number;
  errors: number;
  tokens: number;
  cost: number;
  cacheHits: number;
  estimated: number;
  unknownCost: number;
}

export const OTHERS = 'others';
const MAX_SERIES = 7;

const NO_USAGE: Omit<GroupTotal, 'key' | 'label' | 'names'> = {
  requests: 0,
  errors: 0,
  tokens: 0,
  cost: 0,
  cacheHits: 0,
  estimated: 0,
  unknownCost: 0,
};

export function getTotal(sums: readonly UsageSum[]): GroupTotal {
  return sums.reduce<GroupTotal>(addSum, { key: '', label: 'All', names: {}, ...NO_USAGE });
}

type Groups = Pick<UsageChoice, 'group' | 'secondGroup'>;

export function groupTotals(sums: readonly UsageSum[], groups: Groups): GroupTotal[] {
  const totals = new Map<string, GroupTotal>();
  for (const sum of sums) {
    const name = nameSum(sum, groups);
    totals.set(name.key, addSum(totals.get(name.key) ?? { ...name, ...NO_USAGE }, sum));
  }
  return [...totals.values()];
}

/** Sorts groups. `-cost` puts the most expensive group first. Groups with equal values are sorted by label. */
export function sortGroups(groups: readonly GroupTotal[], sort: string): GroupTotal[] {
  const name = sort.replace(/^-/, '');
  const sign = sort.startsWith('-') ? -1 : 1;
  const byName = (left: GroupTotal, right: GroupTotal): number => left.label.localeCompare(right.label);
  if (!isSortableNumber(name)) return groups.toSorted((left, right) => sign * byName(left, right));
  return groups.toSorted((left, right) => sign * (left[name] - right[name]) || byName(left, right));
}

/** The groups that have their own series in the chart. All others share one series. */
export function topGroups(groups: readonly GroupTotal[], measure: Measure): GroupTotal[] {
  const sorted = sortGroups(groups, `-${measure}`).filter((group) => group[measure] > 0);
  return sorted.length <= MAX_SERIES ? sorted : sorted.slice(0, MAX_SERIES - 1);
}

export interface ChartOptions {
  sums: readonly UsageSum[];
  groups: Groups;
  measure: Measure;
  span: { from: string; to: string; bucket: TimeBucket; zone: TimeZone };
}

export function buildPoints(
  { sums, groups, measure, span }: ChartOptions,
  top: readonly GroupTotal[],
): TimePoint[] {
  const shown = new Set(top.map(({ key }) => key));
  const names = [...shown, OTHERS];
  const empty = Object.fromEntries(names.map((name) => [name, 0]));
  const points = new Map<string, Record<string, number>>();
  for (const sum of sums) {
    const { key } = nameSum(sum, groups);
    const name = shown.has(key) ? key : OTHERS;
    const values = points.get(sum.starts_at) ?? { ...empty };
    values[name] = (values[name] ?? 0) + getMeasures(sum)[measure];
    points.set(sum.starts_at, values);
  }
  return fillGaps(
    [...points].map(([at, values]) => ({ at, values })),
    span,
    empty,
  );
}

function addSum(total: GroupTotal, sum: UsageSum): GroupTotal {
  const more = getMeasures(sum);
  return {
    ...total,
    requests: total.requests + more.requests,
    errors: total.errors + more.errors,
    tokens: total.tokens + more.tokens,
    cost: total.cost + more.cost,
    cacheHits: total.cacheHits + sum.cache_hits,
    estimated: total.estimated + sum.estimated_requests,
    unknownCost: total.unknownCost + sum.requests_of_unknown_cost,
  };
}

function getMeasures({ requests, errors, cost_usd: cost, usage }: UsageSum): Record<Measure, number> {
  return { requests, errors, cost, tokens: (usage.input_tokens ?? 0) + (usage.output_tokens ?? 0) };
}

/** Separates the parts of a key. Names do not contain it. */
const KEY_SEPARATOR = '\n';

function nameSum(sum: UsageSum, { group, secondGroup }: Groups): Pick<GroupTotal, 'key' | 'label' | 'names'> {
  const first = buildName(sum, group);
  if (secondGroup === undefined) return { ...first, names: { [group]: first.key } };
  const second = buildName(sum, secondGroup);
  return {
    key: `${first.key}${KEY_SEPARATOR}${second.key}`,
    label: `${first.label} · ${second.label}`,
    names: { [group]: first.key, [secondGroup]: second.key },
  };
}

function buildName(sum: UsageSum, group: Group): { key: string; label: string } {
  if (group === 'token') {
    const key = sum.token_id ?? '';
    return { key, label: sum.token_name ?? `Deleted token (${key.slice(0, 8)})` };
  }
  if (group === 'owner' && sum.owner !== undefined && sum.owner !== '')
    return { key: sum.owner, label: describeOwner(sum.owner, sum.owner_token_name) };
  const name = (group === 'session' ? sum.session_id : sum[group]) ?? '';
  return { key: name, label: name === '' ? 'None' : name };
}

function isSortableNumber(name: string): name is Exclude<keyof GroupTotal, 'key' | 'label' | 'names'> {
  return Object.hasOwn(NO_USAGE, name);
}

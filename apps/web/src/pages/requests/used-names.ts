import { queryOptions } from '@tanstack/react-query';
import { type Schema, getAnswer, api } from '../../api/client.js';
import { type PeriodPlace } from '../../kit/period/use-period.js';

export type UsedGroup = 'model' | 'token' | 'channel' | 'operation' | 'owner';

export interface UsedName {
  value: string;
  label: string;
}

/** Everything of a kind that was used in the period: what it makes sense to filter by. */
export function usedNames(group: UsedGroup, period: Pick<PeriodPlace, 'key' | 'range'>, operation?: string) {
  return queryOptions({
    queryKey: ['usage', 'names', group, operation, period.key],
    queryFn: async () => {
      const query = { ...period.range(), interval: 'day' as const, group_by: group, operation };
      const { data } = await getAnswer(api.GET('/api/usage', { params: { query } }));
      return namesIn(data, group);
    },
    staleTime: 60_000,
  });
}

export function namesIn(sums: readonly Schema<'UsageSumView'>[], group: UsedGroup): UsedName[] {
  const names = new Map<string, UsedName>();
  for (const sum of sums) {
    const value = group === 'token' ? sum.token_id : sum[group];
    if (value == null || value === '') continue;
    names.set(value, { value, label: group === 'token' ? (sum.token_name ?? 'A deleted token') : value });
  }
  return [...names.values()].toSorted((left, right) => left.label.localeCompare(right.label));
}

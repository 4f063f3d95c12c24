import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Schema, api, getAnswer } from '../../api/client.js';
import { type PeriodPlace } from '../../kit/period/use-period.js';
import { ownerInWords } from '../../kit/owner-words.js';
import { ChoiceFilter } from '../../kit/table/choice-filter.js';

interface NameFilterProps {
  group: UsedGroup;
  /** What is chosen: "Model". */
  label: string;
  value: string | undefined;
  onChange: (value: string | null) => void;
  period: Pick<PeriodPlace, 'key' | 'range'>;
  /** Only what was used for this. */
  operation?: string;
}

type UsedGroup = 'model' | 'token' | 'channel' | 'operation' | 'owner';

interface UsedName {
  value: string;
  label: string;
}

/** One of what was used in the period; asked for when somebody wants to choose, or has chosen. */
export function NameFilter({ group, label, value, onChange, period, operation }: NameFilterProps) {
  const [isOpened, setOpened] = useState(false);
  const { data = [] } = useQuery({
    ...usedNames(group, period, operation),
    enabled: isOpened || (group === 'token' && value !== undefined),
  });
  return (
    <ChoiceFilter
      size="xs"
      label={label}
      data={data}
      value={value}
      onChange={onChange}
      onDropdownOpen={() => setOpened(true)}
      nothingFoundMessage="Nothing in this period"
      searchable
    />
  );
}

/** Everything of a kind that was used in the period: what it makes sense to filter by. */
function usedNames(group: UsedGroup, period: Pick<PeriodPlace, 'key' | 'range'>, operation?: string) {
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

function namesIn(sums: readonly Schema<'UsageSumView'>[], group: UsedGroup): UsedName[] {
  const names = new Map<string, UsedName>();
  for (const sum of sums) {
    const value = group === 'token' ? sum.token_id : sum[group];
    if (value == null || value === '') continue;
    names.set(value, { value, label: getLabel(sum, group, value) });
  }
  return [...names.values()].toSorted((left, right) => left.label.localeCompare(right.label));
}

function getLabel(sum: Schema<'UsageSumView'>, group: UsedGroup, value: string): string {
  if (group === 'token') return sum.token_name ?? 'A deleted token';
  return group === 'owner' ? ownerInWords(value, sum.owner_token_name) : value;
}

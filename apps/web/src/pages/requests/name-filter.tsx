import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Schema, api, unwrapResponse } from '../../api/client.js';
import { type Range } from '../../kit/period/period.js';
import { type PeriodState } from '../../kit/period/use-period.js';
import { describeOwner } from '../../kit/describe-owner.js';
import { ChoiceFilter } from '../../kit/table/choice-filter.js';

interface NameFilterProps {
  group: UsedGroup;
  /** The filtered property, such as "Model". */
  label: string;
  value: string | undefined;
  onChange: (value: string | null) => void;
  period: Pick<PeriodState, 'key' | 'range'>;
  /** Offers only names that were used with this operation. */
  operation?: string;
  /** Also offers the tokens and models of refused requests. */
  hasRefused?: boolean;
}

const DELETED_TOKEN = 'Deleted token';
/** The maximum page size of the API. */
const MAX_PAGE_SIZE = 200;

type UsedGroup = 'model' | 'token' | 'channel' | 'operation' | 'owner';

interface UsedName {
  value: string;
  label: string;
}

/** A filter with the names that were used in the period. They are loaded when the list is opened. */
export function NameFilter({ group, label, value, onChange, ...scope }: NameFilterProps) {
  const [isOpened, setOpened] = useState(false);
  const { data = [] } = useQuery({
    ...usedNames(group, scope),
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
      nothingFoundMessage="No results in this period"
      searchable
    />
  );
}

/** All names of a group that have usage in the period. */
function usedNames(
  group: UsedGroup,
  { period, operation, hasRefused = false }: Pick<NameFilterProps, 'period' | 'operation' | 'hasRefused'>,
) {
  return queryOptions({
    queryKey: ['usage', 'names', group, operation, hasRefused, period.key],
    queryFn: async () => {
      const range = period.range();
      const query = { ...range, interval: 'total' as const, group_by: group, operation };
      const [{ data }, refused] = await Promise.all([
        unwrapResponse(api.GET('/api/usage', { params: { query } })),
        hasRefused ? loadRefusedNames(group, range) : [],
      ]);
      return toUniqueNames([...refused, ...namesIn(data, group)]);
    },
    staleTime: 60_000,
  });
}

/** Names that may have no usage because all of their requests were refused. For models, only the newest requests are read. */
async function loadRefusedNames(group: UsedGroup, range: Range): Promise<UsedName[]> {
  if (group === 'token') {
    const { data } = await unwrapResponse(api.GET('/api/requests/refusals', { params: { query: range } }));
    return data.flatMap(({ token_id: id, token_name: name }) =>
      id === null ? [] : [{ value: id, label: name ?? DELETED_TOKEN }],
    );
  }
  if (group !== 'model') return [];
  const query = { ...range, outcome: 'refused', limit: MAX_PAGE_SIZE };
  const { data } = await unwrapResponse(api.GET('/api/requests', { params: { query } }));
  return data.flatMap(({ model }) =>
    model === null || model === '' ? [] : [{ value: model, label: model }],
  );
}

function namesIn(sums: readonly Schema<'UsageSumView'>[], group: UsedGroup): UsedName[] {
  return sums.flatMap((sum) => {
    const value = group === 'token' ? sum.token_id : sum[group];
    return value == null || value === '' ? [] : [{ value, label: getLabel(sum, group, value) }];
  });
}

/** Sorts names by label and removes duplicates. */
function toUniqueNames(names: readonly UsedName[]): UsedName[] {
  const unique = new Map(names.map((name) => [name.value, name]));
  return [...unique.values()].toSorted((left, right) => left.label.localeCompare(right.label));
}

function getLabel(sum: Schema<'UsageSumView'>, group: UsedGroup, value: string): string {
  if (group === 'token') return sum.token_name ?? DELETED_TOKEN;
  return group === 'owner' ? describeOwner(value, sum.owner_token_name) : value;
}

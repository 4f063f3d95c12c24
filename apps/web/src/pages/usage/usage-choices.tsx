import { Button, Group, Select, Switch } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { SegmentedControl } from '../../kit/segmented-control.js';
import { shortenId } from '../../kit/format.js';
import { PeriodPicker } from '../../kit/period/period-picker.js';
import { type PeriodState } from '../../kit/period/use-period.js';
import { useSession } from '../../session/session-provider.js';
import { NameFilter } from '../requests/name-filter.js';
import { GROUPS, MEASURES, type UsageChoice, type UsageFilter, bucketsFor } from './usage-choice.js';

const BUCKETS = { minute: 'Per minute', hour: 'Per hour', day: 'Per day' } as const;

/** Sessions are missing, because there are too many for a list. Links can filter by a session. */
const NAMED_FILTERS = ['model', 'token', 'owner', 'channel', 'operation'] as const;

/** Returns a function that changes one URL parameter and keeps the others. */
function useSetParameter(): (name: string, value: string | null) => void {
  const [, setParams] = useSearchParams();
  return (name, value) =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      next.delete('sort');
      if (value === null) next.delete(name);
      else next.set(name, value);
      return next;
    });
}

interface ChoicesProps {
  period: PeriodState;
  choice: UsageChoice;
  filters: Partial<Record<UsageFilter, string>>;
}

export function Choices({ period, choice, filters }: ChoicesProps) {
  const { user } = useSession();
  const setParameter = useSetParameter();
  const buckets = bucketsFor(period.lengthMs);
  const isAdmin = user?.role === 'admin';
  const groups = Object.entries(GROUPS).filter(([name]) => name !== 'owner' || isAdmin);
  return (
    <Group mb="md" gap="xs" role="search" aria-label="Filter usage">
      <PeriodPicker period={period} />
      <Select
        size="xs"
        w={170}
        aria-label="Group by"
        data={groups.map(([value, label]) => ({ value, label: `By ${label.toLowerCase()}` }))}
        value={choice.group}
        onChange={(group) => setParameter('group', group)}
        allowDeselect={false}
      />
      <Select
        size="xs"
        w={170}
        aria-label="Then by"
        placeholder="Then by…"
        data={groups
          .filter(([value]) => value !== choice.group)
          .map(([value, label]) => ({ value, label: `Then by ${label.toLowerCase()}` }))}
        value={choice.secondGroup ?? null}
        onChange={(then) => setParameter('then', then)}
        clearable
      />
      {buckets.length > 1 ? (
        <Select
          size="xs"
          w={150}
          aria-label="Interval"
          data={buckets.map((value) => ({ value, label: BUCKETS[value] }))}
          value={choice.bucket}
          onChange={(bucket) => setParameter('by', bucket)}
          allowDeselect={false}
        />
      ) : null}
      <Switch
        size="xs"
        label="Compare with previous period"
        checked={choice.isCompared}
        onChange={(event) => setParameter('compare', event.currentTarget.checked ? 'on' : null)}
      />
      <Filters period={period} filters={filters} isAdmin={isAdmin} />
    </Group>
  );
}

interface FiltersProps extends Pick<ChoicesProps, 'period' | 'filters'> {
  isAdmin: boolean;
}

/** The filters. Each one lists the names that were used in the period. */
function Filters({ period, filters, isAdmin }: FiltersProps) {
  const setParameter = useSetParameter();
  const names = NAMED_FILTERS.filter((name) => name !== 'owner' || isAdmin);
  return (
    <Group gap="xs" w="100%">
      {names.map((name) => (
        <NameFilter
          key={name}
          period={period}
          group={name}
          label={GROUPS[name]}
          value={filters[name]}
          onChange={(value) => setParameter(name, value)}
        />
      ))}
      {filters.session === undefined ? null : (
        <Button size="xs" variant="default" onClick={() => setParameter('session', null)}>
          Session {shortenId(filters.session)} ✕
        </Button>
      )}
    </Group>
  );
}

export function MeasureChoice() {
  const [params] = useSearchParams();
  const setParameter = useSetParameter();
  return (
    <SegmentedControl
      size="xs"
      aria-label="Measure"
      data={Object.entries(MEASURES).map(([value, label]) => ({ value, label }))}
      value={params.get('measure') ?? 'cost'}
      onChange={(measure) => setParameter('measure', measure)}
    />
  );
}

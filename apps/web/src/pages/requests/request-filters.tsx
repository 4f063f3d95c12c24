import { Button, Group, Select, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { REQUEST_FORMATS } from '../../api/request-formats.js';
import { PeriodPicker } from '../../kit/period/period-picker.js';
import { type PeriodState } from '../../kit/period/use-period.js';
import { ChoiceFilter } from '../../kit/table/choice-filter.js';
import { type ListState } from '../../kit/table/use-list-state.js';
import { useSession } from '../../session/session-provider.js';
import { NameFilter } from './name-filter.js';
import { OUTCOMES } from './outcome.js';
import { type RequestFilter } from './request-queries.js';
import classes from './request-filters.module.css';

const FORMATS = REQUEST_FORMATS.map(({ format, label }) => ({ value: format, label }));
/** Refused requests are a separate option, because the option `error` does not include them. */
const OUTCOME_CHOICES = [
  ...OUTCOMES.slice(0, 2),
  { value: 'refused', label: 'Refused by the gateway' },
  ...OUTCOMES.slice(2),
];
const COSTS = [
  { value: '0.01', label: 'Over $0.01' },
  { value: '0.1', label: 'Over $0.10' },
  { value: '1', label: 'Over $1' },
  { value: '10', label: 'Over $10' },
];
const DURATIONS = [
  { value: '1000', label: 'Over 1 s' },
  { value: '5000', label: 'Over 5 s' },
  { value: '15000', label: 'Over 15 s' },
  { value: '60000', label: 'Over a minute' },
];
const SPECIAL = [
  { value: 'cost=unknown', label: 'Unknown cost' },
  { value: 'cache_hit=true', label: 'From the cache' },
  { value: 'flagged=true', label: 'Flagged by moderation' },
  { value: 'estimated=true', label: 'Estimated usage' },
];

export interface RequestFiltersProps {
  listState: ListState<RequestFilter>;
  period: PeriodState;
}

export function RequestFilters({ listState, period }: RequestFiltersProps) {
  const [isOpened, { toggle }] = useDisclosure();
  const count = Object.keys(listState.filters).length;
  return (
    <Group mb="md" gap="xs" role="search" aria-label="Filter requests">
      <PeriodPicker period={period} />
      <Button
        hiddenFrom="sm"
        size="xs"
        variant="default"
        leftSection={<IconFilter size={14} />}
        aria-expanded={isOpened}
        onClick={toggle}
      >
        {count === 0 ? 'Filters' : `Filters (${count})`}
      </Button>
      <Group gap="xs" className={classes.fields} data-opened={isOpened}>
        <FilterFields listState={listState} period={period} />
      </Group>
    </Group>
  );
}

function FilterFields({ listState, period }: RequestFiltersProps) {
  const { filters, setFilter } = listState;
  const { user } = useSession();
  const groups =
    user?.role === 'admin'
      ? (['model', 'token', 'owner', 'channel', 'operation'] as const)
      : (['model', 'token', 'channel', 'operation'] as const);
  return (
    <>
      <Choice listState={listState} name="outcome" label="Outcome" data={OUTCOME_CHOICES} />
      {groups.map((group) => (
        <NameFilter
          key={group}
          period={period}
          group={group}
          hasRefused
          label={`${group.charAt(0).toUpperCase()}${group.slice(1)}`}
          value={filters[group]}
          onChange={(value) => setFilter(group, value)}
        />
      ))}
      <Choice listState={listState} name="format" label="Format" data={FORMATS} />
      <Choice listState={listState} name="min_duration_ms" label="Duration" data={DURATIONS} />
      <Choice listState={listState} name="min_cost_usd" label="Cost" data={COSTS} />
      <SpecialChoice listState={listState} />
      <TextFilter
        key={`id ${filters.id}`}
        label="Request ID"
        placeholder="Request ID or prefix"
        minLength={6}
        value={filters.id}
        onChange={(id) => setFilter('id', id)}
      />
      <TextFilter
        key={`session ${filters.session}`}
        label="Session"
        placeholder="Session ID"
        value={filters.session}
        onChange={(session) => setFilter('session', session)}
      />
      <TextFilter
        key={`client ${filters.client}`}
        label="Client"
        placeholder="Client (user agent)"
        value={filters.client}
        onChange={(client) => setFilter('client', client)}
      />
      <TextFilter
        key={`error code ${filters.error_code}`}
        label="Error code"
        placeholder="Error code"
        value={filters.error_code}
        onChange={(code) => setFilter('error_code', code)}
      />
      {listState.hasFilters ? (
        <Button size="xs" variant="subtle" onClick={listState.clearFilters}>
          Clear filters
        </Button>
      ) : null}
    </>
  );
}

interface ChoiceProps {
  listState: ListState<RequestFilter>;
  name: RequestFilter;
  label: string;
  data: { value: string; label: string }[];
}

function Choice({ listState: { filters, setFilter }, name, label, data }: ChoiceProps) {
  return (
    <ChoiceFilter
      size="xs"
      label={label}
      data={data}
      value={filters[name]}
      onChange={(chosen) => setFilter(name, chosen)}
      searchable
    />
  );
}

/** Rarely used filters share one select input. The URL can still contain several of them. */
function SpecialChoice({ listState: { filters, setFilter } }: Pick<RequestFiltersProps, 'listState'>) {
  const names = ['cost', 'cache_hit', 'flagged', 'estimated'] as const;
  const current = names.find((name) => filters[name] !== undefined);
  return (
    <Select
      size="xs"
      w={150}
      aria-label="More filters"
      placeholder="More filters"
      data={SPECIAL}
      value={current === undefined ? null : `${current}=${filters[current]}`}
      onChange={(choice) => {
        const [name, value] = (choice ?? '').split('=');
        const chosen = names.find((one) => one === name);
        if (chosen !== undefined) setFilter(chosen, value ?? null);
        else if (current !== undefined) setFilter(current, null);
      }}
      clearable
    />
  );
}

interface TextFilterProps {
  label: string;
  placeholder: string;
  /** Shorter texts are not applied. */
  minLength?: number;
  value: string | undefined;
  onChange: (value: string | null) => void;
}

/** Applied on Enter, or when the field loses focus. */
function TextFilter({ label, placeholder, minLength = 1, value = '', onChange }: TextFilterProps) {
  const [text, setText] = useState(value);
  const typed = text.trim();
  const isTooShort = typed !== '' && typed.length < minLength;
  const apply = (): void => {
    if (!isTooShort && typed !== value) onChange(typed || null);
  };
  return (
    <TextInput
      size="xs"
      w={170}
      aria-label={label}
      placeholder={placeholder}
      value={text}
      error={isTooShort ? `At least ${minLength} characters` : undefined}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
    />
  );
}

import { Autocomplete, Group } from '@mantine/core';
import { useState } from 'react';
import { PeriodPicker } from '../../kit/period/period-picker.js';
import { type PeriodPlace } from '../../kit/period/use-period.js';
import { SearchFilter } from '../../kit/table/search-filter.js';
import { type ListPlace } from '../../kit/table/use-list-place.js';
import { ACTIONS, actionText } from './audit-words.js';

export const AUDIT_FILTERS = ['actor', 'action'] as const;

export interface AuditFiltersProps {
  place: ListPlace<(typeof AUDIT_FILTERS)[number]>;
  period: PeriodPlace;
}

export function AuditFilters({ place: { filters, setFilter }, period }: AuditFiltersProps) {
  return (
    <Group mb="md" gap="sm" align="flex-start" role="search" aria-label="Filter the log">
      <SearchFilter label="By whom" value={filters.actor} onChange={(actor) => setFilter('actor', actor)} />
      <ActionFilter
        key={filters.action}
        action={filters.action}
        onChange={(action) => setFilter('action', action)}
      />
      <PeriodPicker period={period} />
    </Group>
  );
}

interface ActionFilterProps {
  action: string | undefined;
  onChange: (action: string | null) => void;
}

/** Deeds can be chosen by what they are, or typed as the log names them. */
function ActionFilter({ action, onChange }: ActionFilterProps) {
  const [text, setText] = useState(action === undefined ? '' : actionText(action));
  const apply = (typed: string): void => {
    const known = ACTIONS.find(({ label }) => label === typed.trim());
    onChange(known?.value ?? (typed.trim() || null));
  };
  return (
    <Autocomplete
      aria-label="What was done"
      placeholder="Anything done"
      data={ACTIONS.map(({ label }) => label)}
      value={text}
      onChange={setText}
      onOptionSubmit={apply}
      onBlur={() => apply(text)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply(text);
      }}
      onClear={() => onChange(null)}
      clearable
      w={240}
    />
  );
}

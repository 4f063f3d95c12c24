import { Group } from '@mantine/core';
import { type ReactNode } from 'react';
import { ChoiceFilter } from '../../kit/table/choice-filter.js';
import { SearchFilter } from '../../kit/table/search-filter.js';
import { type ListState } from '../../kit/table/use-list-state.js';
import { CAPABILITIES, CAPABILITY_WORDS } from './capability-words.js';

interface ModelFiltersProps {
  listState: Pick<ListState<'search' | 'capability'>, 'filters' | 'setFilter'>;
  /** Additional filters of one of the lists. */
  children?: ReactNode;
}

export function ModelFilters({ listState: { filters, setFilter }, children }: ModelFiltersProps) {
  return (
    <Group mb="md" gap="sm" role="search" aria-label="Filter models">
      <SearchFilter
        label="Search by name"
        value={filters.search}
        onChange={(text) => setFilter('search', text)}
      />
      <ChoiceFilter
        label="Capability"
        placeholder="Any capability"
        data={CAPABILITIES.map((value) => ({ value, label: CAPABILITY_WORDS[value].label }))}
        value={filters.capability}
        onChange={(capability) => setFilter('capability', capability)}
        w={180}
      />
      {children}
    </Group>
  );
}

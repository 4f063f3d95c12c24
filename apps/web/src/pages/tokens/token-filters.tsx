import { Autocomplete, Group, Select } from '@mantine/core';
import { useState } from 'react';
import { SearchFilter } from '../../kit/table/search-filter.js';
import { type ListPlace } from '../../kit/table/use-list-place.js';
import { useOwners } from './use-owners.js';

export const TOKEN_FILTERS = ['search', 'status', 'owner'] as const;
export type TokenFilter = (typeof TOKEN_FILTERS)[number];

const STATUSES = [
  { value: 'active', label: 'Active' },
  { value: 'expired', label: 'Expired' },
  { value: 'revoked', label: 'Revoked' },
];

export interface TokenFiltersProps {
  place: ListPlace<TokenFilter>;
  withOwner: boolean;
}

export function TokenFilters({ place: { filters, setFilter }, withOwner }: TokenFiltersProps) {
  return (
    <Group mb="md" gap="sm" role="search" aria-label="Filter tokens">
      <SearchFilter
        label="Search by name"
        value={filters.search}
        onChange={(text) => setFilter('search', text)}
      />
      <Select
        aria-label="Status"
        placeholder="Any status"
        data={STATUSES}
        value={filters.status ?? null}
        onChange={(status) => setFilter('status', status)}
        clearable
        w={160}
      />
      {withOwner ? (
        <OwnerFilter owner={filters.owner} onChange={(owner) => setFilter('owner', owner)} />
      ) : null}
    </Group>
  );
}

interface OwnerFilterProps {
  owner: string | undefined;
  onChange: (owner: string | null) => void;
}

function OwnerFilter({ owner = '', onChange }: OwnerFilterProps) {
  const owners = useOwners();
  const [text, setText] = useState(owner);
  return (
    <Autocomplete
      aria-label="Owner"
      placeholder="Any owner"
      data={owners}
      value={text}
      onChange={setText}
      onOptionSubmit={onChange}
      onBlur={() => onChange(text.trim() || null)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onChange(text.trim() || null);
      }}
      onClear={() => onChange(null)}
      clearable
      w={220}
    />
  );
}

import { Group, Select } from '@mantine/core';
import { SearchFilter } from '../../kit/table/search-filter.js';
import { type ListPlace } from '../../kit/table/use-list-place.js';

export const USER_FILTERS = ['email', 'role', 'disabled'] as const;

const ROLES = [
  { value: 'admin', label: 'Administrators' },
  { value: 'member', label: 'Members' },
];
const STATES = [
  { value: 'false', label: 'Can sign in' },
  { value: 'true', label: 'Disabled' },
];

export interface UserFiltersProps {
  place: ListPlace<(typeof USER_FILTERS)[number]>;
}

export function UserFilters({ place: { filters, setFilter } }: UserFiltersProps) {
  return (
    <Group mb="md" gap="sm" role="search" aria-label="Filter users">
      <SearchFilter
        label="Search by e-mail"
        value={filters.email}
        onChange={(email) => setFilter('email', email)}
      />
      <Select
        aria-label="Role"
        placeholder="Any role"
        data={ROLES}
        value={filters.role ?? null}
        onChange={(role) => setFilter('role', role)}
        clearable
        w={170}
      />
      <Select
        aria-label="State"
        placeholder="Any state"
        data={STATES}
        value={filters.disabled ?? null}
        onChange={(disabled) => setFilter('disabled', disabled)}
        clearable
        w={160}
      />
    </Group>
  );
}

import { Loader, Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ownerList } from './owner-queries.js';
import { type OwnerChoice, buildChoices } from './owner-choices.js';

interface OwnerPickerProps extends Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchValue'> {
  value: string | null;
  onChange: (owner: string | null) => void;
  /** Whether the user can enter the name of a new owner. */
  canAdd?: boolean;
}

const DEBOUNCE_MS = 200;
const MAX_SHOWN = 30;

/** An input to select an owner. It searches on the server, because there can be thousands of owners. */
export function OwnerPicker({ value, onChange, canAdd = false, ...props }: OwnerPickerProps) {
  const [search, setSearch] = useState('');
  const [debounced] = useDebouncedValue(search.trim(), DEBOUNCE_MS);
  // Do not search for the name of the selected owner.
  const query = debounced === value ? '' : debounced;
  const { data, isFetching } = useQuery({
    ...ownerList({ search: query === '' ? undefined : query, limit: MAX_SHOWN }),
    placeholderData: keepPreviousData,
  });
  const foundNames = data?.data.map(({ name }) => name) ?? [];
  const choices = buildChoices({ foundNames, value, search: search.trim(), canAdd });
  return (
    <Select
      {...props}
      data={choices}
      filter={({ options }) => options}
      value={value}
      onChange={(chosen) => onChange(chosen)}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      clearable
      rightSection={isFetching ? <Loader size={14} aria-label="Searching" /> : undefined}
      nothingFoundMessage={isFetching ? 'Searching…' : 'No owner has this name'}
      renderOption={({ option }) => (option as OwnerChoice).label}
    />
  );
}

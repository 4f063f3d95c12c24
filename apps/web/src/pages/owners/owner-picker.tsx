import { Loader, Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ownerList } from './owner-queries.js';
import { type OwnerChoice, buildChoices } from './owner-choices.js';

interface OwnerPickerProps extends Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchValue'> {
  value: string | null;
  onChange: (owner: string | null) => void;
  /** Whether a name may be entered that is not an owner yet. */
  mayAdd?: boolean;
}

const SETTLED_MS = 200;
const MAX_SHOWN = 30;

/** Chooses an owner. The gateway searches, since there may be thousands. */
export function OwnerPicker({ value, onChange, mayAdd = false, ...props }: OwnerPickerProps) {
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search.trim(), SETTLED_MS);
  // The text of the chosen owner is not a search.
  const wanted = settled === value ? '' : settled;
  const { data, isFetching } = useQuery({
    ...ownerList({ search: wanted === '' ? undefined : wanted, limit: MAX_SHOWN }),
    placeholderData: keepPreviousData,
  });
  const known = data?.data.map(({ name }) => name) ?? [];
  const choices = buildChoices({ known, value, search: search.trim(), mayAdd });
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

import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

export interface SearchFilterProps {
  /** For example "Search tokens by name". */
  label: string;
  value: string | undefined;
  onChange: (value: string | null) => void;
}

const DEBOUNCE_MS = 300;

/** A search field that applies its text when the user stops typing. */
export function SearchFilter({ label, value = '', onChange }: SearchFilterProps) {
  const [text, setText] = useState(value);
  const [submitted, setSubmitted] = useState(value);
  const [previousValue, setPreviousValue] = useState(value);
  if (value !== previousValue) {
    setPreviousValue(value);
    // Replace the text only if the change did not come from this field.
    if (value !== submitted) setText(value);
  }
  const search = useDebouncedCallback((next: string) => {
    setSubmitted(next.trim());
    onChange(next.trim() || null);
  }, DEBOUNCE_MS);
  const type = (next: string): void => {
    setText(next);
    search(next);
  };
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} />}
      rightSection={
        text === '' ? null : <CloseButton size="sm" aria-label="Clear search" onClick={() => type('')} />
      }
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

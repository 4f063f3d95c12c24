import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

export interface SearchFilterProps {
  /** What is searched: "Search tokens by name". */
  label: string;
  value: string | undefined;
  onChange: (value: string | null) => void;
}

const PAUSE_MS = 300;

/** Searches when typing pauses. */
export function SearchFilter({ label, value = '', onChange }: SearchFilterProps) {
  const [text, setText] = useState(value);
  const [asked, setAsked] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    // Only a change that did not come from this field replaces its text.
    if (value !== asked) setText(value);
  }
  const search = useDebouncedCallback((wanted: string) => {
    setAsked(wanted.trim());
    onChange(wanted.trim() || null);
  }, PAUSE_MS);
  const type = (wanted: string): void => {
    setText(wanted);
    search(wanted);
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

import { Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { usePlaygroundToken } from './token-context.js';
import { type Capability, modelsFor } from './token/playground-model.js';

interface ModelPickerProps {
  capability: Capability;
  /** Undefined until one is chosen: the picker then chooses the first that can do it. */
  value: string | undefined;
  onChange: (model: string) => void;
  label?: string;
  size?: 'xs' | 'sm' | 'md';
  isLabelHidden?: boolean;
}

/** The models that the token may use for this. */
export function ModelPicker({
  capability,
  value,
  onChange,
  label = 'Model',
  size = 'sm',
  isLabelHidden = false,
}: ModelPickerProps) {
  const { models } = usePlaygroundToken();
  const ids = modelsFor(models ?? [], capability).map(({ id }) => id);
  const [first] = ids;
  useEffect(() => {
    if (value === undefined && first !== undefined) onChange(first);
  }, [value, first, onChange]);
  const options = value === undefined || ids.includes(value) ? ids : [value, ...ids];
  return (
    <Select
      label={isLabelHidden ? undefined : label}
      aria-label={isLabelHidden ? label : undefined}
      size={size}
      data={options}
      value={value ?? null}
      onChange={(chosen) => {
        if (chosen !== null) onChange(chosen);
      }}
      searchable
      allowDeselect={false}
      disabled={models === undefined}
      placeholder={models === undefined ? 'Paste a token first' : 'No model of this token can do this'}
      nothingFoundMessage="No such model"
      checkIconPosition="right"
      maxDropdownHeight={320}
    />
  );
}

/** The model of a tab: at first the one that the link to the tab names, undefined where it names none. */
export function useTabModel(): [model: string | undefined, setModel: (model: string) => void] {
  const [parameters] = useSearchParams();
  const [model, setModel] = useState(() => parameters.get('model') ?? undefined);
  return [model, setModel];
}

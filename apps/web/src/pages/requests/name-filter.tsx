import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type PeriodPlace } from '../../kit/period/use-period.js';
import { type UsedGroup, usedNames } from './used-names.js';

export interface NameFilterProps {
  group: UsedGroup;
  /** What is chosen: "Model". */
  label: string;
  value: string | undefined;
  onChange: (value: string | null) => void;
  period: Pick<PeriodPlace, 'key' | 'range'>;
  /** Only what was used for this. */
  operation?: string;
}

/** One of what was used in the period; asked for when somebody wants to choose, or has chosen. */
export function NameFilter({ group, label, value, onChange, period, operation }: NameFilterProps) {
  const [isOpened, setOpened] = useState(false);
  const { data = [] } = useQuery({
    ...usedNames(group, period, operation),
    enabled: isOpened || (group === 'token' && value !== undefined),
  });
  const isListed = value === undefined || data.some((name) => name.value === value);
  return (
    <Select
      size="xs"
      w={170}
      aria-label={label}
      placeholder={`Any ${label.toLowerCase()}`}
      data={isListed ? data : [{ value, label: value }, ...data]}
      value={value ?? null}
      onChange={onChange}
      onDropdownOpen={() => setOpened(true)}
      nothingFoundMessage="Nothing in this period"
      searchable
      clearable
    />
  );
}

import { Group, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  PRESETS,
  type PeriodChoice,
  type Range,
  fromLocalMinute,
  isPreset,
  buildRange,
  toLocalMinute,
} from './period.js';
import { type PeriodPlace } from './use-period.js';

const CUSTOM = 'custom';
const SEGMENTS = [
  ...Object.entries(PRESETS).map(([value, { label }]) => ({ value, label })),
  { value: CUSTOM, label: 'Custom' },
];

export interface PeriodPickerProps {
  period: Pick<PeriodPlace, 'choice' | 'choose'>;
}

export function PeriodPicker({ period: { choice, choose } }: PeriodPickerProps) {
  const isCustom = !('preset' in choice);
  return (
    <Group gap="xs" align="flex-start">
      <SegmentedControl
        size="xs"
        aria-label="Period"
        data={SEGMENTS}
        value={isCustom ? CUSTOM : choice.preset}
        onChange={(value) => choose(isPreset(value) ? { preset: value } : buildRange(choice))}
      />
      {isCustom ? <CustomRange key={`${choice.from} ${choice.to}`} range={choice} choose={choose} /> : null}
    </Group>
  );
}

interface CustomRangeProps {
  range: Range;
  choose: (choice: PeriodChoice) => void;
}

/** Applied once a field is left: half a date is a date, too, and would be asked for on the way. */
function CustomRange({ range, choose }: CustomRangeProps) {
  const [from, setFrom] = useState(toLocalMinute(range.from));
  const [to, setTo] = useState(toLocalMinute(range.to));
  const isBackward = from !== '' && to !== '' && from >= to;
  const apply = (): void => {
    const next = { from: fromLocalMinute(from), to: fromLocalMinute(to) };
    const isSame = from === toLocalMinute(range.from) && to === toLocalMinute(range.to);
    if (isSame || isBackward || next.from === undefined || next.to === undefined) return;
    choose({ from: next.from, to: next.to });
  };
  return (
    <Group gap="xs" component="form" align="flex-start" onSubmit={(event) => submit(event, apply)}>
      <TextInput
        size="xs"
        type="datetime-local"
        aria-label="From"
        value={from}
        onChange={(event) => setFrom(event.currentTarget.value)}
        onBlur={apply}
        onKeyDown={(event) => event.key === 'Enter' && submit(event, apply)}
      />
      <TextInput
        size="xs"
        type="datetime-local"
        aria-label="To"
        value={to}
        error={isBackward ? 'Has to be later than the beginning' : undefined}
        onChange={(event) => setTo(event.currentTarget.value)}
        onBlur={apply}
        onKeyDown={(event) => event.key === 'Enter' && submit(event, apply)}
      />
    </Group>
  );
}

function submit(event: { preventDefault: () => void }, apply: () => void): void {
  event.preventDefault();
  apply();
}

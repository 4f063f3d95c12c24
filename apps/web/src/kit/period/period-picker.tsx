import { Group, TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { SegmentedControl } from '../segmented-control.js';
import { useTimeZone } from '../time-zone/use-time-zone.js';
import { ZONE_LABELS, describeZone, fromInputMinute, toInputMinute } from '../time-zone/zone-clock.js';
import { PRESETS, type PeriodChoice, type Range, buildRange, isPreset } from './period.js';
import { type PeriodState } from './use-period.js';
import { buildTimeZone, chooseTimeZone } from '../time-zone/time-zone.js';
import { Tooltip } from '../tooltip.js';

const CUSTOM = 'custom';
const SEGMENTS = [
  ...Object.entries(PRESETS).map(([value, { label }]) => ({ value, label })),
  { value: CUSTOM, label: 'Custom' },
];

export interface PeriodPickerProps {
  period: Pick<PeriodState, 'choice' | 'choose'>;
}

/** Selects the period, and the time zone in which times are shown. */
export function PeriodPicker({ period: { choice, choose } }: PeriodPickerProps) {
  const zone = useTimeZone();
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
      {isCustom ? (
        <CustomRange key={`${choice.from} ${choice.to} ${zone.choice}`} range={choice} choose={choose} />
      ) : null}
      <TimeZoneSwitch />
    </Group>
  );
}

interface CustomRangeProps {
  range: Range;
  choose: (choice: PeriodChoice) => void;
}

/** Applied on blur or Enter, not on each change: a date that is only partly typed can already be valid. */
function CustomRange({ range, choose }: CustomRangeProps) {
  const zone = useTimeZone();
  const [shownFrom, shownTo] = [toInputMinute(range.from, zone), toInputMinute(range.to, zone)];
  const [from, setFrom] = useState(shownFrom);
  const [to, setTo] = useState(shownTo);
  const isBackward = from !== '' && to !== '' && from >= to;
  const apply = (): void => {
    const next = { from: fromInputMinute(from, zone), to: fromInputMinute(to, zone) };
    const isSame = from === shownFrom && to === shownTo;
    if (isSame || isBackward || next.from === undefined || next.to === undefined) return;
    choose({ from: next.from, to: next.to });
  };
  const field = {
    size: 'xs',
    type: 'datetime-local',
    onBlur: apply,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      apply();
    },
  } as const;
  return (
    <Group gap="xs" align="flex-start">
      <TextInput
        {...field}
        aria-label={`From, ${describeZone(zone, new Date(range.from))}`}
        value={from}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextInput
        {...field}
        aria-label={`To, ${describeZone(zone, new Date(range.to))}`}
        value={to}
        error={isBackward ? 'Must be after the start' : undefined}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
    </Group>
  );
}

/** The choice applies to all pages. */
function TimeZoneSwitch() {
  const { choice } = useTimeZone();
  return (
    <Tooltip label={`Local time is ${describeZone(buildTimeZone('local'))}`}>
      <SegmentedControl
        size="xs"
        aria-label="Time zone"
        data={Object.entries(ZONE_LABELS).map(([value, label]) => ({ value, label }))}
        value={choice}
        onChange={(value) => chooseTimeZone(value === 'utc' ? 'utc' : 'local')}
      />
    </Tooltip>
  );
}

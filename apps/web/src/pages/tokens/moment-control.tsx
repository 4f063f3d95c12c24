import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type TimeZone } from '../../kit/time-zone/time-zone.js';
import { useTimeZone } from '../../kit/time-zone/use-time-zone.js';
import { describeZone, fromInputMinute, toInputMinute } from '../../kit/time-zone/zone-clock.js';
import { type ControlProps, getValue } from './control-props.js';
import { getTexts } from './token-fields.js';
import { settingPath } from './token-form-values.js';

const DAY_MS = 86_400_000;

const EXPIRY_CHOICES = [
  { label: '30 days', days: 30 },
  { label: '90 days', days: 90 },
  { label: '1 year', days: 365 },
] as const;

interface MinuteInput {
  /** The text of the input, in the chosen time zone. */
  text: string;
  type: (text: string) => void;
}

/** An input for a time in the zone that the user has chosen, with buttons for common choices. */
export function MomentControl({ field, form }: ControlProps) {
  const zone = useTimeZone();
  const path = settingPath(field.name);
  const moment = getValue<'moment'>(form, field);
  const choose = (chosen: string): void => form.setFieldValue(path, chosen);
  const { text, type } = useMinuteInput(moment, zone, choose);
  const { description, ...texts } = getTexts(field);
  const zoneName = describeZone(zone, moment === '' ? undefined : new Date(moment));
  return (
    <div>
      <TextInput
        {...texts}
        description={`${description ?? ''} Time zone: ${zoneName}.`.trimStart()}
        type="datetime-local"
        {...form.getInputProps(path)}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Group gap={4} mt={6}>
        {EXPIRY_CHOICES.map(({ label, days }) => (
          <Button
            key={label}
            size="compact-xs"
            variant="default"
            aria-label={`${field.label} in ${label}`}
            onClick={() => choose(getTimeInDays(days))}
          >
            {label}
          </Button>
        ))}
        {moment === '' ? null : (
          <Button size="compact-xs" variant="subtle" onClick={() => choose('')}>
            Never
          </Button>
        )}
      </Group>
    </div>
  );
}

/** Keeps the text while the user is typing, because formatting an incomplete year would change it. */
function useMinuteInput(moment: string, zone: TimeZone, onChange: (moment: string) => void): MinuteInput {
  const [lastInput, setLastInput] = useState<{ text: string; moment: string; zone: TimeZone }>();
  const isUnchanged = lastInput?.moment === moment && lastInput.zone === zone;
  return {
    text: isUnchanged ? lastInput.text : moment === '' ? '' : toInputMinute(moment, zone),
    type: (text) => {
      const entered = fromInputMinute(text, zone) ?? '';
      setLastInput({ text, moment: entered, zone });
      onChange(entered);
    },
  };
}

function getTimeInDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString();
}

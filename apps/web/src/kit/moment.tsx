import { Text } from '@mantine/core';
import { formatMoment, formatMomentWithoutZone, formatRelative } from './format.js';
import { useTimeZone } from './time-zone/use-time-zone.js';
import { Tooltip } from './tooltip.js';

interface MomentProps {
  at: string;
  /** False where the header of the column says the zone. */
  hasZone?: boolean;
}

/** An exact time; the tooltip says how long ago it was. */
export function Moment({ at, hasZone = true }: MomentProps) {
  const zone = useTimeZone();
  const time = new Date(at);
  return (
    <Tooltip label={formatRelative(time)}>
      <Text component="time" span inherit dateTime={at} className="tabular" style={{ whiteSpace: 'nowrap' }}>
        {hasZone ? formatMoment(time, zone) : formatMomentWithoutZone(time, zone)}
      </Text>
    </Tooltip>
  );
}

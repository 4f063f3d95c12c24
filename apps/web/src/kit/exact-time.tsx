import { Text } from '@mantine/core';
import { formatMoment, formatMomentWithoutZone, formatRelative } from './format.js';
import { useTimeZone } from './time-zone/use-time-zone.js';
import { Tooltip } from './tooltip.js';

interface ExactTimeProps {
  at: string;
  /** False if the column header already shows the time zone. */
  hasZone?: boolean;
}

/** An exact time; the tooltip shows how long ago it was. */
export function ExactTime({ at, hasZone = true }: ExactTimeProps) {
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

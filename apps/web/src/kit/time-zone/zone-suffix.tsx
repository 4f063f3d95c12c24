import { Text } from '@mantine/core';
import { useTimeZone } from './use-time-zone.js';
import { formatCurrentOffset } from './zone-clock.js';

/** The current offset of the chosen zone, such as "(UTC+1)", for the header of a column with times. */
export function ZoneSuffix() {
  const zone = useTimeZone();
  return (
    <Text span inherit fw={400}>
      ({formatCurrentOffset(zone)})
    </Text>
  );
}

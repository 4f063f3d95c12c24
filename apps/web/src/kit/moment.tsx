import { Text, Tooltip } from '@mantine/core';
import { formatMoment, formatRelative } from './format.js';

/** A moment, exactly; how long ago that is, for whoever points at it. */
export function Moment({ at }: { at: string }) {
  const time = new Date(at);
  return (
    <Tooltip label={formatRelative(time)}>
      <Text component="time" span inherit dateTime={at} className="tabular" style={{ whiteSpace: 'nowrap' }}>
        {formatMoment(time)}
      </Text>
    </Tooltip>
  );
}

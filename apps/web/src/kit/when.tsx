import { Text, Tooltip } from '@mantine/core';
import { formatRelative, formatTime } from './format.js';

/** A moment, as people speak of it; exactly, for whoever points at it. */
export function When({ at }: { at: string }) {
  const time = new Date(at);
  return (
    <Tooltip label={formatTime(time)}>
      <Text component="time" span inherit dateTime={at} style={{ whiteSpace: 'nowrap' }}>
        {formatRelative(time)}
      </Text>
    </Tooltip>
  );
}

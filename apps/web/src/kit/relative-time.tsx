import { Text } from '@mantine/core';
import { formatRelative, formatTime } from './format.js';
import { useTimeZone } from './time-zone/use-time-zone.js';
import { Tooltip } from './tooltip.js';

interface RelativeTimeProps {
  at: string;
  /** Set this inside a link or a button: the time is then not focusable itself. */
  isInLink?: boolean;
}

/** A relative time, such as "5 minutes ago"; the tooltip shows the exact time. */
export function RelativeTime({ at, isInLink = false }: RelativeTimeProps) {
  const zone = useTimeZone();
  const time = new Date(at);
  return (
    <Tooltip label={formatTime(time, zone)} isReachable>
      <Text
        component="time"
        span
        inherit
        dateTime={at}
        style={{ whiteSpace: 'nowrap' }}
        {...(isInLink ? {} : { tabIndex: 0 })}
      >
        {formatRelative(time)}
      </Text>
    </Tooltip>
  );
}

import { Badge } from '@mantine/core';
import { IconAlertTriangle, IconBan, IconCheck, IconPlayerPause } from '@tabler/icons-react';
import { type ComponentType } from 'react';
import { CHANNEL_HEALTH_STATUS_WORDS, type ChannelHealthStatus } from './health-words.js';

const LOOKS: Readonly<
  Record<ChannelHealthStatus, { color: string; icon: ComponentType<{ size?: number; color?: string }> }>
> = {
  healthy: { color: 'gate', icon: IconCheck },
  degraded: { color: 'orange', icon: IconAlertTriangle },
  down: { color: 'red', icon: IconBan },
  disabled: { color: 'gray', icon: IconPlayerPause },
};

export function HealthBadge({ status }: { status: ChannelHealthStatus }) {
  const { color, icon: Icon } = LOOKS[status];
  return (
    <Badge
      component="span"
      variant="default"
      tt="none"
      miw="max-content"
      leftSection={<Icon size={14} color={`var(--mantine-color-${color}-text)`} />}
    >
      {CHANNEL_HEALTH_STATUS_WORDS[status]}
    </Badge>
  );
}

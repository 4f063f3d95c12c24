import { Badge } from '@mantine/core';
import { IconAlertTriangle, IconBan, IconCheck, IconPlayerPause } from '@tabler/icons-react';
import { type ComponentType } from 'react';
import { CHANNEL_STANDING_WORDS, type ChannelStanding } from './health-words.js';

const LOOKS: Readonly<
  Record<ChannelStanding, { color: string; icon: ComponentType<{ size?: number; color?: string }> }>
> = {
  healthy: { color: 'gate', icon: IconCheck },
  degraded: { color: 'orange', icon: IconAlertTriangle },
  down: { color: 'red', icon: IconBan },
  disabled: { color: 'gray', icon: IconPlayerPause },
};

export function HealthBadge({ standing }: { standing: ChannelStanding }) {
  const { color, icon: Icon } = LOOKS[standing];
  return (
    <Badge
      component="span"
      variant="default"
      tt="none"
      miw="max-content"
      leftSection={<Icon size={14} color={`var(--mantine-color-${color}-text)`} />}
    >
      {CHANNEL_STANDING_WORDS[standing]}
    </Badge>
  );
}

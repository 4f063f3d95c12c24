import { Badge } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconUserX } from '@tabler/icons-react';
import { outcomeLabel, outcomeTone } from './outcome.js';

const LOOKS = {
  good: { color: 'gate', Icon: IconCheck },
  client: { color: 'gray', Icon: IconUserX },
  bad: { color: 'red', Icon: IconAlertTriangle },
} as const;

export function OutcomeBadge({ outcome }: { outcome: string }) {
  const { color, Icon } = LOOKS[outcomeTone(outcome)];
  return (
    <Badge
      color={color}
      variant="light"
      tt="none"
      fw={550}
      miw="max-content"
      leftSection={<Icon size={12} aria-hidden />}
    >
      {outcomeLabel(outcome)}
    </Badge>
  );
}

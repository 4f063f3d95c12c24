import { Badge } from '@mantine/core';
import { IconAlertTriangle, IconBan, IconCheck, IconCircleMinus } from '@tabler/icons-react';
import { outcomeLabel, outcomeTone } from './outcome.js';

const STYLES = {
  good: { color: 'gate', Icon: IconCheck },
  neutral: { color: 'gray', Icon: IconCircleMinus },
  bad: { color: 'red', Icon: IconAlertTriangle },
  refused: { color: 'gray', Icon: IconBan },
} as const;

interface OutcomeBadgeProps {
  outcome: string;
  /** Whether the gateway refused the request. */
  isRefused?: boolean;
}

export function OutcomeBadge({ outcome, isRefused = false }: OutcomeBadgeProps) {
  const { color, Icon } = STYLES[isRefused ? 'refused' : outcomeTone(outcome)];
  return (
    <Badge color={color} variant="light" fw={550} leftSection={<Icon size={12} aria-hidden />}>
      {outcomeLabel(outcome)}
    </Badge>
  );
}

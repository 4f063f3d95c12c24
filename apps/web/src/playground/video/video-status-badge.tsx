import { Badge } from '@mantine/core';
import { IconAlertTriangle, IconBan, IconCheck, IconClock, IconLoader2 } from '@tabler/icons-react';
import { type VideoStatus } from './video-task.js';

const BADGES = {
  queued: { label: 'Queued', color: 'gray', icon: IconClock },
  in_progress: { label: 'In progress', color: 'blue', icon: IconLoader2 },
  completed: { label: 'Completed', color: 'gate', icon: IconCheck },
  failed: { label: 'Failed', color: 'red', icon: IconAlertTriangle },
} as const;
const CANCELLED = { label: 'Cancelled', color: 'gray', icon: IconBan } as const;

export function VideoStatusBadge({ status, isCancelled }: { status: VideoStatus; isCancelled: boolean }) {
  const { label, color, icon: Icon } = isCancelled ? CANCELLED : BADGES[status];
  return (
    <Badge color={color} variant="light" flex="none" leftSection={<Icon size={12} />}>
      {label}
    </Badge>
  );
}

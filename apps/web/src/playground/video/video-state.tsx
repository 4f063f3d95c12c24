import { Badge } from '@mantine/core';
import { IconAlertTriangle, IconBan, IconCheck, IconClock, IconLoader2 } from '@tabler/icons-react';
import { type VideoStatus } from './video-task.js';

const BADGES = {
  queued: { words: 'Queued', color: 'gray', icon: IconClock },
  in_progress: { words: 'In progress', color: 'blue', icon: IconLoader2 },
  completed: { words: 'Completed', color: 'gate', icon: IconCheck },
  failed: { words: 'Failed', color: 'red', icon: IconAlertTriangle },
} as const;
const CANCELLED = { words: 'Cancelled', color: 'gray', icon: IconBan } as const;

export function VideoState({ status, isCancelled }: { status: VideoStatus; isCancelled: boolean }) {
  const { words, color, icon: Icon } = isCancelled ? CANCELLED : BADGES[status];
  return (
    <Badge color={color} variant="light" flex="none" leftSection={<Icon size={12} />}>
      {words}
    </Badge>
  );
}

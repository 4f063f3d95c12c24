import { Badge } from '@mantine/core';
import { IconAlertTriangle, IconBan, IconCheck, IconClock, IconLoader } from '@tabler/icons-react';
import { TASK_STATUSES, type TaskStatus } from './task-status.js';

const ICONS: Readonly<Record<TaskStatus, typeof IconCheck>> = {
  queued: IconClock,
  in_progress: IconLoader,
  completed: IconCheck,
  failed: IconAlertTriangle,
  cancelled: IconBan,
};

export function TaskBadge({ status }: { status: TaskStatus }) {
  const { label, color } = TASK_STATUSES.find(({ value }) => value === status) ?? {
    label: status,
    color: 'gray',
  };
  const Icon = ICONS[status];
  return (
    <Badge color={color} variant="light" fw={550} leftSection={<Icon size={12} aria-hidden />}>
      {label}
    </Badge>
  );
}

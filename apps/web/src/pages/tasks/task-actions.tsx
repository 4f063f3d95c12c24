import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { IconBan, IconRefresh } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { confirm } from '../../kit/confirm/confirm.js';
import { formatUsd } from '../../kit/format.js';
import { notifySuccess, notifyError } from '../../kit/notify.js';
import { TASKS, type TaskDetail, cancelTask, retryTask } from './task-queries.js';
import { canRetry, isRunning } from './task-status.js';

export function TaskActions({ task }: { task: TaskDetail }) {
  if (canRetry(task.status)) return <RetryButton task={task} />;
  const canCancel = isRunning(task.status) && task.cancel_requested_at === null;
  return canCancel ? <CancelButton task={task} /> : null;
}

function CancelButton({ task: { id } }: { task: TaskDetail }) {
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => cancelTask(id),
    onSuccess: async ({ status }) => {
      notifySuccess(
        status === 'cancelled'
          ? 'Task cancelled.'
          : 'Cancellation requested. The task ends when the provider stops.',
      );
      await client.invalidateQueries({ queryKey: TASKS });
    },
    onError: notifyError,
  });
  const confirmAction = (): void =>
    confirm({
      title: 'Cancel this task?',
      consequence:
        'No video is created. If the provider has started and cannot stop, the video may still be charged.',
      verb: 'Cancel task',
      onConfirm: () => cancel.mutate(),
    });
  return (
    <Button
      variant="default"
      leftSection={<IconBan size={16} />}
      loading={cancel.isPending}
      onClick={confirmAction}
    >
      Cancel task
    </Button>
  );
}

function RetryButton({ task: { id, held_usd: heldUsd } }: { task: TaskDetail }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const retry = useMutation({
    mutationFn: () => retryTask(id),
    onSuccess: async (repeated) => {
      notifySuccess('Task created.');
      await client.invalidateQueries({ queryKey: TASKS });
      await navigate(`/tasks/${repeated.id}`);
    },
    onError: notifyError,
  });
  const price = heldUsd === 0 ? '' : ` ${formatUsd(heldUsd)} is reserved for it.`;
  const confirmAction = (): void =>
    confirm({
      title: 'Retry this task?',
      consequence: `This creates a new task with the same request and charges the same token.${price}`,
      verb: 'Retry',
      onConfirm: () => retry.mutate(),
    });
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} />}
      loading={retry.isPending}
      onClick={confirmAction}
    >
      Retry
    </Button>
  );
}

import type { components } from '../../api/schema.js';

export type TaskStatus = components['schemas']['TaskView']['status'];

export const TASK_STATUSES: readonly { value: TaskStatus; label: string; color: string }[] = [
  { value: 'queued', label: 'Queued', color: 'gray' },
  { value: 'in_progress', label: 'In progress', color: 'blue' },
  { value: 'completed', label: 'Completed', color: 'gate' },
  { value: 'failed', label: 'Failed', color: 'red' },
  { value: 'cancelled', label: 'Cancelled', color: 'gray' },
];

export function isRunning(status: TaskStatus): boolean {
  return status === 'queued' || status === 'in_progress';
}

export function canRetry(status: TaskStatus): boolean {
  return status === 'failed' || status === 'cancelled';
}

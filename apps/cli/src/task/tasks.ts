import { type TaskView } from '#admin';
import { type Style } from '../frame/style.js';

export const TASK_STATUSES = [
  'queued',
  'in_progress',
  'completed',
  'failed',
  'cancelled',
] as const satisfies readonly TaskView['status'][];

const LOOKS: Readonly<Partial<Record<TaskView['status'], keyof Style>>> = {
  completed: 'good',
  failed: 'bad',
  cancelled: 'faint',
};

export function getTaskLook({ status }: TaskView): keyof Style | undefined {
  return LOOKS[status];
}

import { type TaskDetailView, type TaskView } from '#admin';
import { type AdminClient, type AdminMethod } from '../admin/admin-client.js';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { type Style } from '../frame/style.js';

export const TASK_STATUSES = [
  'queued',
  'in_progress',
  'completed',
  'failed',
  'cancelled',
] as const satisfies readonly TaskView['status'][];

const STYLES: Readonly<Partial<Record<TaskView['status'], keyof Style>>> = {
  completed: 'good',
  failed: 'bad',
  cancelled: 'faint',
};

export function getTaskStyle({ status }: TaskView): keyof Style | undefined {
  return STYLES[status];
}

/** Loads a task, or runs an action on it. Fails with a CommandFailure if it does not exist. */
export async function requestTask(
  admin: AdminClient,
  method: AdminMethod,
  id: string,
  action?: 'cancel' | 'retry',
): Promise<TaskDetailView> {
  const taskPath = `/api/tasks/${encodeURIComponent(id)}`;
  const path = action === undefined ? taskPath : `${taskPath}/${action}`;
  try {
    return (await admin.request(method, path, method === 'POST' ? {} : undefined)) as TaskDetailView;
  } catch (error) {
    if (!(error instanceof CommandFailure) || error.exitCode !== exitCodes.notFound) throw error;
    throw new CommandFailure(`No task with the id "${id}" was found.`, exitCodes.notFound);
  }
}

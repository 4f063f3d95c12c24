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

const LOOKS: Readonly<Partial<Record<TaskView['status'], keyof Style>>> = {
  completed: 'good',
  failed: 'bad',
  cancelled: 'faint',
};

export function getTaskLook({ status }: TaskView): keyof Style | undefined {
  return LOOKS[status];
}

/** Asks about one task, or for something to be done with it. */
export async function requestTask(
  admin: AdminClient,
  method: AdminMethod,
  id: string,
  verb?: 'cancel' | 'retry',
): Promise<TaskDetailView> {
  const place = `/api/tasks/${encodeURIComponent(id)}`;
  const path = verb === undefined ? place : `${place}/${verb}`;
  try {
    return (await admin.request(method, path, method === 'POST' ? {} : undefined)) as TaskDetailView;
  } catch (error) {
    if (!(error instanceof CommandFailure) || error.exitCode !== exitCodes.notFound) throw error;
    throw new CommandFailure(`There is no task "${id}".`, exitCodes.notFound);
  }
}

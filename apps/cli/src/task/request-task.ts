import { type TaskDetailView } from '#admin';
import { type AdminClient, type AdminMethod } from '../admin/admin-client.js';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';

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

import { queryOptions } from '@tanstack/react-query';
import { type Schema, unwrapResponse, api } from '../../api/client.js';
import { type PeriodState } from '../../kit/period/use-period.js';
import { isRunning } from './task-status.js';

export type Task = Schema<'TaskView'>;
export type TaskDetail = Schema<'TaskDetailView'>;

export const TASKS = ['tasks'] as const;
export const TASK_FILTERS = ['status', 'model', 'token', 'owner'] as const;
export type TaskFilter = (typeof TASK_FILTERS)[number];

const TASK_INTERVAL_MS = 2_000;
const LIST_INTERVAL_MS = 5_000;

export interface TaskListQuery extends Partial<Record<TaskFilter, string>> {
  sort?: string;
  cursor?: string;
}

/** The list is refetched regularly while one of its tasks is running. */
export function taskList(query: TaskListQuery, period: Pick<PeriodState, 'key' | 'range'>) {
  return queryOptions({
    queryKey: [...TASKS, 'list', query, period.key],
    queryFn: () => {
      // The values come from the URL unchecked; the gateway validates them.
      const untypedQuery: object = { ...query, ...period.range() };
      return unwrapResponse(api.GET('/api/tasks', { params: { query: untypedQuery } }));
    },
    placeholderData: (before) => before,
    refetchInterval: ({ state: { data } }) =>
      data?.data.some(({ status }) => isRunning(status)) === true ? LIST_INTERVAL_MS : false,
  });
}

export function oneTask(id: string) {
  return queryOptions({
    queryKey: [...TASKS, id],
    queryFn: () => unwrapResponse(api.GET('/api/tasks/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isRunning(data.status) ? TASK_INTERVAL_MS : false,
  });
}

export async function cancelTask(id: string): Promise<TaskDetail> {
  return unwrapResponse(api.POST('/api/tasks/{id}/cancel', { params: { path: { id } } }));
}

export async function retryTask(id: string): Promise<TaskDetail> {
  return unwrapResponse(api.POST('/api/tasks/{id}/retry', { params: { path: { id } } }));
}

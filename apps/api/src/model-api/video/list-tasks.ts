import { type Token } from '#access';
import { GatewayError, type JsonObject } from '#canonical';
import { type VideoTask, type VideoTasks } from '#video-tasks';
import { encodeTaskPage, readTaskListQuery } from '#wire';

const TASK_ID = /^[\w-]{1,64}$/;

/** Lists one page of the tasks of the token's owner. */
export async function listTasks(
  tasks: Pick<VideoTasks, 'list' | 'find'>,
  token: Token,
  { query, encode }: { query: unknown; encode: (task: VideoTask) => JsonObject },
): Promise<JsonObject> {
  const filter = readTaskListQuery(query as Record<string, unknown>);
  if (filter.after !== undefined) await checkCursor(tasks, token, filter.after);
  return encodeTaskPage(await tasks.list(token, filter), filter.limit, encode);
}

/** Refuses an unknown cursor, because an empty page would look like the end of the list. */
async function checkCursor(tasks: Pick<VideoTasks, 'find'>, token: Token, after: string): Promise<void> {
  try {
    await tasks.find(token, checkTaskId(after));
  } catch (error) {
    if (!(error instanceof GatewayError) || error.kind !== 'resource-not-found') throw error;
    throw new GatewayError('invalid-value', '"after" must be the id of a task in this list.', {
      param: 'after',
    });
  }
}

/** A malformed id gets the same error as an unknown one. */
export function checkTaskId(id: string): string {
  if (TASK_ID.test(id)) return id;
  throw new GatewayError('resource-not-found', 'The task does not exist.', {
    param: 'task_id',
    code: 'task_not_found',
  });
}

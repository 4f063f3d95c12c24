import { GatewayError } from '#canonical';

const WELL_FORMED = /^[\w-]{1,64}$/;

/** Whatever cannot be an id is answered like an id that is not known: a stranger learns nothing from the difference. */
export function checkTaskId(id: string): string {
  if (WELL_FORMED.test(id)) return id;
  throw new GatewayError('resource-not-found', 'There is no such task.', {
    param: 'task_id',
    code: 'task_not_found',
  });
}

import { UpstreamPermit } from './upstream-permit.js';

/** Has enough columns of a stored task that other objects with an id do not match this type. */
interface StoredTask {
  id: string;
  tokenId: string;
  leaseEpoch: string;
  submitAttempt: number;
  heldMicroUsd: number;
}

class TaskPermit extends UpstreamPermit {
  constructor(readonly taskId: string) {
    super();
  }
}

/**
 * For a step of a stored video task. A task is only stored for a call that was admitted. An import rule lets only the
 * steps of video tasks import this file.
 */
export function permitTask({ id }: StoredTask): TaskPermit {
  return new TaskPermit(id);
}

export { type TaskPermit };

import { type VideoTask } from '../task.js';
import { finalize } from './finalize.js';
import { poll } from './poll.js';
import { recover, resolve } from './resolve.js';
import { submit } from './submit.js';
import { type WorkParts } from './work-parts.js';

/** The next step of a task that was just claimed. */
export async function runStep(task: VideoTask, parts: WorkParts): Promise<void> {
  switch (task.phase) {
    case 'accepted':
      return submit(task, parts);
    case 'submitting':
      // Whoever was sending the order has let its lease run out.
      return recover(task, parts);
    case 'submit-unknown':
      return resolve(task, parts);
    case 'polling':
      return poll(task, parts);
    case 'finalizing':
      return finalize(task, parts);
    case 'completed':
    case 'failed':
      return;
  }
}

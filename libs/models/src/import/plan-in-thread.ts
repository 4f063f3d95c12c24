import { Worker } from 'node:worker_threads';
import { type PlanResult, type PlanJob, type PlannedChanges } from './plan-job.js';

/** A source is not in the expected format. */
export class UnreadableSource extends Error {}

/**
 * Determines what the sources would change. Reading megabytes of JSON and comparing thousands of models would block
 * the event loop, so it runs in a thread.
 */
export async function planInThread(job: PlanJob): Promise<PlannedChanges> {
  const thread = new Worker(new URL('import/plan-thread.js', import.meta.resolve('#models')), {
    workerData: job,
    execArgv: [],
  });
  try {
    const result = await new Promise<PlanResult>((resolve, reject) => {
      thread.once('message', resolve);
      thread.once('error', reject);
      thread.once('exit', (code) => reject(new Error(`the update thread exited with code ${code}`)));
    });
    if ('unreadable' in result) throw new UnreadableSource(result.unreadable);
    return result.planned;
  } finally {
    await thread.terminate();
  }
}

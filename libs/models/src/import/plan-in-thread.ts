import { Worker } from 'node:worker_threads';
import { type PlanAnswer, type PlanJob, type PlannedChanges } from './plan-job.js';

/** The sources are not what they should be. */
export class UnreadableSource extends Error {}

/**
 * What the sources would change. Reading megabytes of JSON and comparing thousands of models takes long: a thread does
 * it, and whoever is at work in this process does not notice.
 */
export async function planInThread(job: PlanJob): Promise<PlannedChanges> {
  const thread = new Worker(new URL('import/plan-thread.js', import.meta.resolve('#models')), {
    workerData: job,
    execArgv: [],
  });
  try {
    const answer = await new Promise<PlanAnswer>((resolve, reject) => {
      thread.once('message', resolve);
      thread.once('error', reject);
      thread.once('exit', (code) =>
        reject(new Error(`the thread that plans an update ended with code ${code}`)),
      );
    });
    if ('unreadable' in answer) throw new UnreadableSource(answer.unreadable);
    return answer.planned;
  } finally {
    await thread.terminate();
  }
}

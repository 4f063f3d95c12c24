import { parentPort } from 'node:worker_threads';
import { type TokenizerJob, runJob } from './run-job.js';

parentPort?.on('message', ({ id, job }: { id: number; job: TokenizerJob }) => {
  void runJob(job).then(
    (answer) => parentPort?.postMessage({ id, answer }, []),
    () => parentPort?.postMessage({ id, hasFailed: true }, []),
  );
});

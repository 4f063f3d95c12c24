import { parentPort } from 'node:worker_threads';
import { type TokenizerJob, runJob } from './run-job.js';

parentPort?.on('message', ({ id, job }: { id: number; job: TokenizerJob }) => {
  void runJob(job).then(
    (result) => parentPort?.postMessage({ id, result }, []),
    () => parentPort?.postMessage({ id, hasFailed: true }, []),
  );
});

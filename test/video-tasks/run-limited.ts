/** Runs jobs with limited concurrency; each has its own promise. */
export function runLimited<Job, Result>(
  jobs: readonly Job[],
  atOnce: number,
  run: (job: Job) => Promise<Result>,
): Map<Job, Promise<Result>> {
  const results = new Map<Job, Promise<Result>>();
  const begun: Promise<unknown>[] = [];
  for (const [index, job] of jobs.entries()) {
    const before = begun[index - atOnce] ?? Promise.resolve();
    const result = before.then(() => run(job));
    // Its caller gets the rejection; the next job begins nevertheless.
    begun.push(result.catch(() => undefined));
    results.set(job, result);
  }
  return results;
}

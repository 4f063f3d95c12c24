/** Begins so many at once, and the next whenever one is done; each has its own promise. */
export function inTurn<Job, Result>(
  jobs: readonly Job[],
  atOnce: number,
  run: (job: Job) => Promise<Result>,
): Map<Job, Promise<Result>> {
  const results = new Map<Job, Promise<Result>>();
  const begun: Promise<unknown>[] = [];
  for (const [index, job] of jobs.entries()) {
    const before = begun[index - atOnce] ?? Promise.resolve();
    const result = before.then(() => run(job));
    // Whoever waits for it learns of it; the next begins all the same.
    begun.push(result.catch(() => undefined));
    results.set(job, result);
  }
  return results;
}

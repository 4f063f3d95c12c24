interface BatchOptions<Item, Result> {
  /** Items per batch. */
  maxSize: number;
  concurrency: number;
  run: (batch: readonly Item[]) => Promise<Result>;
}

/** Processes a list in batches, several at a time, and returns the results in order. */
export async function runInBatches<Item, Result>(
  items: readonly Item[],
  { maxSize: max, concurrency: atOnce, run }: BatchOptions<Item, Result>,
): Promise<Result[]> {
  const batches: (readonly Item[])[] = [];
  for (let start = 0; start < items.length; start += max) batches.push(items.slice(start, start + max));
  const results: Result[] = [];
  for (let start = 0; start < batches.length; start += atOnce) {
    results.push(...(await Promise.all(batches.slice(start, start + atOnce).map(run))));
  }
  return results;
}

interface Batching<Item, Result> {
  /** In one batch. */
  max: number;
  atOnce: number;
  run: (batch: readonly Item[]) => Promise<Result>;
}

/** Runs over a list in batches, a few of them at a time, and gives their results in order. */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  { max, atOnce, run }: Batching<Item, Result>,
): Promise<Result[]> {
  const batches: (readonly Item[])[] = [];
  for (let start = 0; start < items.length; start += max) batches.push(items.slice(start, start + max));
  const results: Result[] = [];
  for (let start = 0; start < batches.length; start += atOnce) {
    results.push(...(await Promise.all(batches.slice(start, start + atOnce).map(run))));
  }
  return results;
}

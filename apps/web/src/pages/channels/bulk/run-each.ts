/** What came of one item of a run. */
export interface ItemResult {
  isOk: boolean;
  message: string;
}

export interface EachRun<Item> {
  items: readonly Item[];
  /** Does the work for one item. What it throws is the item's failure. */
  run: (item: Item) => Promise<ItemResult>;
  maxConcurrent: number;
  onResult: (item: Item, result: ItemResult) => void;
  /** Once aborted, no further item is begun; those that have begun are finished. */
  signal: AbortSignal;
}

/** Runs something for each item, a few at a time. Resolves when nothing is running any more. */
export async function runEach<Item>(each: EachRun<Item>): Promise<void> {
  const waiting = each.items.values();
  const lanes = Array.from({ length: each.maxConcurrent }, () => runLane(waiting, each));
  await Promise.all(lanes);
}

async function runLane<Item>(
  waiting: Iterable<Item>,
  { run, onResult, signal }: EachRun<Item>,
): Promise<void> {
  for (const item of waiting) {
    if (signal.aborted) return;
    onResult(item, await run(item).catch(toFailure));
  }
}

function toFailure(error: unknown): ItemResult {
  return { isOk: false, message: error instanceof Error ? error.message : String(error) };
}

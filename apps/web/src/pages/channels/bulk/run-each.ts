/** The result for one item. */
export interface ItemResult {
  isOk: boolean;
  message: string;
}

export interface RunEachOptions<Item> {
  items: readonly Item[];
  /** Processes one item. If it throws, the item has failed. */
  run: (item: Item) => Promise<ItemResult>;
  maxConcurrent: number;
  onResult: (item: Item, result: ItemResult) => void;
  /** After an abort, no further item is started; items in progress are completed. */
  signal: AbortSignal;
}

/** Runs `run` for each item with limited concurrency. Resolves when all started items are completed. */
export async function runEach<Item>(options: RunEachOptions<Item>): Promise<void> {
  const queue = options.items.values();
  const workers = Array.from({ length: options.maxConcurrent }, () => runWorker(queue, options));
  await Promise.all(workers);
}

async function runWorker<Item>(
  queue: Iterable<Item>,
  { run, onResult, signal }: RunEachOptions<Item>,
): Promise<void> {
  for (const item of queue) {
    if (signal.aborted) return;
    onResult(item, await run(item).catch(toFailure));
  }
}

function toFailure(error: unknown): ItemResult {
  return { isOk: false, message: error instanceof Error ? error.message : String(error) };
}

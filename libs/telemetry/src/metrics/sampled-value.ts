const TIMEOUT_MS = 1_000;

/**
 * A metric value that needs a query. It is loaded at most every `everyMs`, never twice at the same time, and a scrape
 * waits for it at most one second, so that an unavailable database does not delay all other metrics.
 */
export class SampledValue<Value> {
  private last: { value: Value; at: number } | undefined;
  private reading: Promise<Value> | undefined;

  constructor(
    private readonly everyMs: number,
    private readonly read: () => Promise<Value>,
  ) {}

  get(): Promise<Value> {
    const { last } = this;
    if (last !== undefined && performance.now() - last.at < this.everyMs) return Promise.resolve(last.value);
    this.reading ??= this.load();
    return withTimeout(this.reading);
  }

  private async load(): Promise<Value> {
    try {
      // Deferred until the scrape has read its other values, so that this query is not counted in those of the pool.
      await Promise.resolve();
      const value = await this.read();
      this.last = { value, at: performance.now() };
      return value;
    } finally {
      this.reading = undefined;
    }
  }
}

async function withTimeout<Value>(reading: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
  });
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}

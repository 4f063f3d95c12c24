const TIMEOUT_MS = 1_000;

/**
 * A value that costs a query. It is read at most every `everyMs`, never twice at once, and a scrape waits one second for
 * it: a database that is away must not hold up all other numbers.
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
    this.reading ??= this.ask();
    return withinTime(this.reading);
  }

  private async ask(): Promise<Value> {
    try {
      // A scrape reads all its values in one turn. Reading later keeps this query out of the numbers of the connection pool.
      await Promise.resolve();
      const value = await this.read();
      this.last = { value, at: performance.now() };
      return value;
    } finally {
      this.reading = undefined;
    }
  }
}

async function withinTime<Value>(reading: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
  });
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}

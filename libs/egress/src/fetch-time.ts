import { GatewayError } from '#canonical';

/**
 * The shared timeout for all links of a request, whether they are fetched concurrently, in sequence or repeatedly. Time
 * between fetches does not count.
 */
export class FetchTime {
  private readonly timeout = new AbortController();
  private spentMs = 0;
  private running = 0;
  private startedAt = 0;
  private timer: NodeJS.Timeout | undefined;

  /** Runs a fetch. Its signal is aborted with a GatewayError after `maxMs` in total. */
  async during<Result>(maxMs: number, run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    this.begin(maxMs);
    try {
      this.timeout.signal.throwIfAborted();
      return await run(this.timeout.signal);
    } finally {
      this.end();
    }
  }

  private begin(maxMs: number): void {
    this.running += 1;
    if (this.running > 1) return;
    this.startedAt = performance.now();
    this.timer = setTimeout(() => this.timeout.abort(timedOut(maxMs)), Math.max(0, maxMs - this.spentMs));
  }

  private end(): void {
    this.running -= 1;
    if (this.running > 0) return;
    clearTimeout(this.timer);
    this.spentMs += performance.now() - this.startedAt;
  }
}

function timedOut(maxMs: number): GatewayError {
  const message = `The links in this request could not be downloaded within ${maxMs / 1000} s in total.`;
  return new GatewayError('invalid-value', message, { code: 'url_not_allowed' });
}

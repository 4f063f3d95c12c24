import { GatewayError } from '#canonical';

/**
 * The time that all links of one request may take together, however many there are, at the same time or one after the
 * other, and however often they are fetched. The time between fetches does not count.
 */
export class FetchTime {
  private readonly over = new AbortController();
  private spentMs = 0;
  private running = 0;
  private startedAt = 0;
  private timer: NodeJS.Timeout | undefined;

  /** Runs a fetch. Its signal is aborted with a GatewayError once `maxMs` are spent. */
  async during<Result>(maxMs: number, run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    this.begin(maxMs);
    try {
      this.over.signal.throwIfAborted();
      return await run(this.over.signal);
    } finally {
      this.end();
    }
  }

  private begin(maxMs: number): void {
    this.running += 1;
    if (this.running > 1) return;
    this.startedAt = performance.now();
    this.timer = setTimeout(() => this.over.abort(outOfTime(maxMs)), Math.max(0, maxMs - this.spentMs));
  }

  private end(): void {
    this.running -= 1;
    if (this.running > 0) return;
    clearTimeout(this.timer);
    this.spentMs += performance.now() - this.startedAt;
  }
}

function outOfTime(maxMs: number): GatewayError {
  const message = `The links of this request did not deliver their files in time: together they have ${maxMs / 1000} s.`;
  return new GatewayError('invalid-value', message, { code: 'url_not_allowed' });
}

/** The limit even if other responses arrive: then Redis is overloaded. */
const MAX_WAIT_MS = 2_000;

/** A timeout for commands to Redis that starts again whenever another response arrives. */
export class CallTimeout {
  private lastResponseAtMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly timeoutMs: number) {}

  /** Rejects if no response at all arrives in time. A later response is ignored. */
  waitFor<Value>(response: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const startedAtMs = performance.now();
      const wait = (durationMs: number): NodeJS.Timeout =>
        // If the event loop was blocked, the timer fires before a response in the socket is read; setImmediate runs
        // after.
        setTimeout(() => setImmediate(check), durationMs);
      const check = (): void => {
        const nowMs = performance.now();
        const silentMs = nowMs - Math.max(this.lastResponseAtMs, startedAtMs);
        if (silentMs < this.timeoutMs && nowMs - startedAtMs < MAX_WAIT_MS) {
          timer = wait(this.timeoutMs - silentMs);
        } else {
          reject(new Error(`no response within ${Math.round(nowMs - startedAtMs)} ms`));
        }
      };
      let timer = wait(this.timeoutMs);
      response
        .then((value) => this.recordResponse(value))
        .then(resolve, reject)
        .finally(() => clearTimeout(timer));
    });
  }

  private recordResponse<Value>(value: Value): Value {
    this.lastResponseAtMs = performance.now();
    return value;
  }
}

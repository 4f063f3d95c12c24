/** Answers keep coming, but this one does not: then Redis has more to do than it can. */
const MAX_WAIT_MS = 2_000;

/** How long an answer is waited for: as long as others come, and a moment longer. */
export class CallTimeout {
  private answeredAtMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly timeoutMs: number) {}

  /** Fails where nothing at all comes in time; what comes later is dropped. */
  awaits<Answer>(answer: Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const startedAtMs = performance.now();
      const wait = (durationMs: number): NodeJS.Timeout =>
        // After a long turn of our own the timer fires first, though the answer lies in the socket: it is read before we look.
        setTimeout(() => setImmediate(look), durationMs);
      const look = (): void => {
        const nowMs = performance.now();
        const silentMs = nowMs - Math.max(this.answeredAtMs, startedAtMs);
        if (silentMs < this.timeoutMs && nowMs - startedAtMs < MAX_WAIT_MS) {
          timer = wait(this.timeoutMs - silentMs);
        } else {
          reject(new Error(`no answer within ${Math.round(nowMs - startedAtMs)} ms`));
        }
      };
      let timer = wait(this.timeoutMs);
      answer
        .then((value) => this.note(value))
        .then(resolve, reject)
        .finally(() => clearTimeout(timer));
    });
  }

  private note<Answer>(answer: Answer): Answer {
    this.answeredAtMs = performance.now();
    return answer;
  }
}

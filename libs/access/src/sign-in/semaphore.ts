import { GatewayError } from '#canonical';

export interface SemaphoreOptions {
  /** How many tasks run concurrently. */
  max: number;
  /** How many tasks can wait; further ones are rejected. */
  maxWaiting: number;
}

/** Limits how many tasks run concurrently, first come, first served. */
export class Semaphore {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly options: SemaphoreOptions) {}

  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.running >= this.options.max) await this.wait();
    else this.running += 1;
    try {
      return await task();
    } finally {
      const next = this.waiting.shift();
      // The slot passes directly to the next waiting task, so that a new one cannot overtake it.
      if (next === undefined) this.running -= 1;
      else next();
    }
  }

  private wait(): Promise<void> {
    if (this.waiting.length >= this.options.maxWaiting) {
      throw new GatewayError('overloaded', 'Too many sign-ins are in progress. Try again in a moment.', {
        retryAfterSeconds: 1,
      });
    }
    return new Promise((resolve) => {
      this.waiting.push(resolve);
    });
  }
}

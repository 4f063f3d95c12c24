import { GatewayError } from '#canonical';

export interface SemaphoreOptions {
  /** How many works run at a time. */
  max: number;
  /** How many wait; whoever comes after them is sent away. */
  maxWaiting: number;
}

/** Lets so many works run at a time, in the order in which they come. */
export class Semaphore {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly options: SemaphoreOptions) {}

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.running >= this.options.max) await this.wait();
    else this.running += 1;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      // Whoever is next takes the place over, so that nobody gets in between.
      if (next === undefined) this.running -= 1;
      else next();
    }
  }

  private wait(): Promise<void> {
    if (this.waiting.length >= this.options.maxWaiting) {
      throw new GatewayError('overloaded', 'Too many people are signing in at the moment. Try again.', {
        retryAfterSeconds: 1,
      });
    }
    return new Promise((resolve) => {
      this.waiting.push(resolve);
    });
  }
}

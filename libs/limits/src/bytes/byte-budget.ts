import { GatewayError } from '#canonical';

/** How long a request waits for room before it is sent away. */
const WAIT_MS = 2_000;
const MAX_WAITING = 1_000;
const MAX_RETRY_SECONDS = 4;

/** What holds so little may use a reserve beyond the budget: a few large requests must not lock out the small ones. */
const SMALL_BYTES = 64 * 1024;
const RESERVE_SHARE = 0.25;

export interface ByteBudgetOptions {
  maxBytes: number;
  waitMs?: number;
}

interface Waiter {
  fits(): boolean;
  admit(): void;
}

/** How many bytes all requests of this process may hold at a time, in memory or on disk. */
export class ByteBudget {
  readonly maxBytes: number;
  usedBytes = 0;
  private readonly waitMs: number;
  private readonly waiters = new Set<Waiter>();

  constructor({ maxBytes, waitMs = WAIT_MS }: ByteBudgetOptions) {
    this.maxBytes = maxBytes;
    this.waitMs = waitMs;
  }

  /** What one request holds; to be released when it is over. */
  open(): ByteHold {
    return new ByteHold(this);
  }

  /** Undefined where there is room. Rejects when there was none for a while. */
  take(bytes: number, heldBytes: number): Promise<void> | undefined {
    const isSmall = heldBytes + bytes <= SMALL_BYTES;
    const limit = isSmall ? this.maxBytes * (1 + RESERVE_SHARE) : this.maxBytes;
    const fits = (): boolean => this.usedBytes + bytes <= limit;
    if (fits()) {
      this.usedBytes += bytes;
      return undefined;
    }
    return this.wait(bytes, fits);
  }

  give(bytes: number): void {
    this.usedBytes -= bytes;
    for (const waiter of this.waiters) {
      // In order: a large one at the head is not passed by for ever.
      if (!waiter.fits()) return;
      waiter.admit();
    }
  }

  private wait(bytes: number, fits: () => boolean): Promise<void> {
    if (this.waiters.size >= MAX_WAITING) return Promise.reject(noRoom());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiters.delete(waiter);
        reject(noRoom());
      }, this.waitMs);
      const waiter: Waiter = {
        fits,
        admit: () => {
          clearTimeout(timer);
          this.waiters.delete(waiter);
          this.usedBytes += bytes;
          resolve();
        },
      };
      this.waiters.add(waiter);
    });
  }
}

/** The bytes of one request. */
export class ByteHold {
  private heldBytes = 0;
  private isReleased = false;

  constructor(private readonly budget: ByteBudget) {}

  /** Undefined where there is room; rejects with an error of kind `overloaded` where there was none for a while. */
  take(bytes: number): Promise<void> | undefined {
    const waiting = this.budget.take(bytes, this.heldBytes);
    if (waiting === undefined) {
      this.heldBytes += bytes;
      return undefined;
    }
    return waiting.then(() => this.keep(bytes));
  }

  /** Some of it is no longer held. */
  give(bytes: number): void {
    const given = Math.min(bytes, this.heldBytes);
    this.heldBytes -= given;
    this.budget.give(given);
  }

  release(): void {
    this.isReleased = true;
    this.give(this.heldBytes);
  }

  /** What was waited for may come when nobody wants it any more. */
  private keep(bytes: number): void {
    if (this.isReleased) this.budget.give(bytes);
    else this.heldBytes += bytes;
  }
}

function noRoom(): GatewayError {
  const retryAfterSeconds = 1 + Math.floor(Math.random() * MAX_RETRY_SECONDS);
  return new GatewayError(
    'overloaded',
    'The gateway holds as much data of running requests as it may. Try again in a moment.',
    { retryAfterSeconds },
  );
}

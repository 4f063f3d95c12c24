import { GatewayError } from '#canonical';

/** How long a request waits for bytes before it is rejected. */
const WAIT_MS = 2_000;
const MAX_WAITING = 1_000;
const MAX_RETRY_SECONDS = 4;

/**
 * Requests up to this size can use a reserve beyond the budget, so that a few large requests do not block small ones.
 */
const SMALL_BYTES = 64 * 1024;
const RESERVE_SHARE = 0.25;
/** V8 takes 40 to 110 bytes for a small value. */
const BYTES_PER_VALUE = 64;

/** The bytes of this number of JSON values in memory, in addition to their text. */
export function bytesOfValues(count: number): number {
  return count * BYTES_PER_VALUE;
}

export interface ByteBudgetOptions {
  maxBytes: number;
  waitMs?: number;
}

interface Waiter {
  fits(): boolean;
  admit(): void;
}

/** Limits the bytes that all requests of this process hold at a time, in memory or on disk. */
export class ByteBudget {
  readonly maxBytes: number;
  usedBytes = 0;
  private readonly waitMs: number;
  private readonly waiters = new Set<Waiter>();

  /** Whether a request that holds no more than this may use the reserve. */
  static isSmall(bytes: number): boolean {
    return bytes <= SMALL_BYTES;
  }

  constructor({ maxBytes, waitMs = WAIT_MS }: ByteBudgetOptions) {
    this.maxBytes = maxBytes;
    this.waitMs = waitMs;
  }

  /** The bytes of one request. Release the hold when the request ends. */
  open(): ByteHold {
    return new ByteHold(this);
  }

  /** Undefined if the bytes are available now. The promise rejects after a timeout. */
  take(bytes: number, heldBytes: number): Promise<void> | undefined {
    if (this.tryTake(bytes, heldBytes)) return undefined;
    return this.wait(bytes, () => this.hasRoom(bytes, heldBytes));
  }

  /** Returns false if the bytes are not available now. */
  tryTake(bytes: number, heldBytes: number): boolean {
    if (!this.hasRoom(bytes, heldBytes)) return false;
    this.usedBytes += bytes;
    return true;
  }

  /** Counts bytes that are already in memory, even beyond the budget. Later requests wait for them. */
  add(bytes: number): void {
    this.usedBytes += bytes;
  }

  give(bytes: number): void {
    this.usedBytes -= bytes;
    for (const waiter of this.waiters) {
      // In order, so that a large request is not overtaken forever.
      if (!waiter.fits()) return;
      waiter.admit();
    }
  }

  private hasRoom(bytes: number, heldBytes: number): boolean {
    const reserve = ByteBudget.isSmall(heldBytes + bytes) ? this.maxBytes * RESERVE_SHARE : 0;
    return this.usedBytes + bytes <= this.maxBytes + reserve;
  }

  private wait(bytes: number, fits: () => boolean): Promise<void> {
    if (this.waiters.size >= MAX_WAITING) return Promise.reject(buildOverloaded());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiters.delete(waiter);
        reject(buildOverloaded());
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

  /** Undefined if the bytes are available now. The promise rejects with an `overloaded` error after a timeout. */
  take(bytes: number): Promise<void> | undefined {
    const waiting = this.budget.take(bytes, this.heldBytes);
    if (waiting === undefined) {
      this.heldBytes += bytes;
      return undefined;
    }
    return waiting.then(() => this.addGranted(bytes));
  }

  /** The same without waiting; false if the bytes are not available now. */
  tryTake(bytes: number): boolean {
    const isTaken = this.budget.tryTake(bytes, this.heldBytes);
    if (isTaken) this.heldBytes += bytes;
    return isTaken;
  }

  /** Counts bytes that are already in memory, even beyond the budget. */
  add(bytes: number): void {
    if (this.isReleased) return;
    this.heldBytes += bytes;
    this.budget.add(bytes);
  }

  /** Releases some of the bytes. */
  give(bytes: number): void {
    const released = Math.min(bytes, this.heldBytes);
    this.heldBytes -= released;
    this.budget.give(released);
  }

  release(): void {
    this.isReleased = true;
    this.give(this.heldBytes);
  }

  /** The bytes may be granted after the request has ended. */
  private addGranted(bytes: number): void {
    if (this.isReleased) this.budget.give(bytes);
    else this.heldBytes += bytes;
  }
}

function buildOverloaded(): GatewayError {
  const retryAfterSeconds = 1 + Math.floor(Math.random() * MAX_RETRY_SECONDS);
  return new GatewayError(
    'overloaded',
    'The gateway has reached its memory limit for requests in progress. Try again in a moment.',
    { retryAfterSeconds },
  );
}

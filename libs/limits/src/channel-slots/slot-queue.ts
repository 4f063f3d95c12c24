import { GatewayError } from '#canonical';
import { type Waiter, RoundRobinQueue } from './round-robin-queue.js';

/** Releases the slot. Only the first call has an effect. */
export type Release = () => void;

export interface SlotQueueOptions {
  waitMs?: number;
  /** The maximum number of waiting requests per key. */
  maxWaiting?: number;
}

export interface AcquireOptions {
  tokenId: string;
  signal: AbortSignal;
  /** Whether to throw if no slot is free, instead of waiting. For requests that can use another channel. */
  isImpatient?: boolean;
}

interface Counter {
  max: number;
  running: number;
  waiting: RoundRobinQueue;
}

const WAIT_MS = 2_000;
const MAX_WAITING = 100;

/** Limits the number of running requests per key. Others wait for a limited time, with tokens served round-robin. */
export class SlotQueue {
  private readonly counters = new Map<string, Counter>();
  private readonly waitMs: number;
  private readonly maxWaiting: number;

  constructor({ waitMs = WAIT_MS, maxWaiting = MAX_WAITING }: SlotQueueOptions = {}) {
    this.waitMs = waitMs;
    this.maxWaiting = maxWaiting;
  }

  /**
   * Returns synchronously if a slot is free. Throws the signal's reason if it is aborted, and `overloaded` if no slot
   * became free in time.
   */
  acquire(key: string, max: number, options: AcquireOptions): Release | Promise<Release> {
    options.signal.throwIfAborted();
    const counter = this.getCounter(key, max);
    admitWaiting(counter);
    if (counter.running < max) return this.occupySlot(key, counter);
    if (options.isImpatient === true) throw buildOverloaded();
    this.evictIfFull(counter, options.tokenId);
    return this.wait(key, counter, options);
  }

  private getCounter(key: string, max: number): Counter {
    let counter = this.counters.get(key);
    if (counter === undefined) {
      this.counters.set(key, (counter = { max, running: 0, waiting: new RoundRobinQueue() }));
    }
    counter.max = max;
    return counter;
  }

  private occupySlot(key: string, counter: Counter): Release {
    counter.running += 1;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      counter.running -= 1;
      admitWaiting(counter);
      if (counter.running === 0 && counter.waiting.size === 0) this.counters.delete(key);
    };
  }

  /** If the queue is full, evicts a request of the token with the most waiting ones, or throws. */
  private evictIfFull({ waiting }: Counter, tokenId: string): void {
    if (waiting.size < this.maxWaiting) return;
    const evicted = waiting.findEvictable(tokenId);
    if (evicted === undefined) throw buildOverloaded();
    waiting.remove(evicted);
    evicted.refuse();
  }

  private wait(key: string, counter: Counter, { tokenId, signal }: AcquireOptions): Promise<Release> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        counter.waiting.remove(waiter);
      };
      const refuse = (reason: unknown): void => {
        leave();
        reject(reason);
      };
      const waiter: Waiter = {
        tokenId,
        admit: () => {
          leave();
          resolve(this.occupySlot(key, counter));
        },
        refuse: () => refuse(buildOverloaded()),
      };
      const abort = (): void => refuse(signal.reason);
      const timer = setTimeout(waiter.refuse, this.waitMs);
      signal.addEventListener('abort', abort, { once: true });
      counter.waiting.add(waiter);
    });
  }
}

function admitWaiting(counter: Counter): void {
  while (counter.running < counter.max && counter.waiting.size > 0) counter.waiting.takeNext()?.admit();
}

function buildOverloaded(): GatewayError {
  return new GatewayError(
    'overloaded',
    'Too many requests are waiting for this model. Try again in a moment.',
    {
      retryAfterSeconds: 1,
    },
  );
}

import { GatewayError } from '#canonical';
import { type Waiter, WaitingRoom } from './waiting-room.js';

/** Gives the slot back. Only the first call counts. */
export type Release = () => void;

export interface SlotQueueOptions {
  waitMs?: number;
  /** How many may wait for one key. */
  maxWaiting?: number;
}

export interface AcquireOptions {
  tokenId: string;
  signal: AbortSignal;
  /** Whether to go away at once where none is free: for whoever has somewhere else to go. */
  isImpatient?: boolean;
}

interface Counter {
  max: number;
  running: number;
  waiting: WaitingRoom;
}

const WAIT_MS = 2_000;
const MAX_WAITING = 100;

/** Lets so many run per key; the others wait for a while, and tokens take turns. */
export class SlotQueue {
  private readonly counters = new Map<string, Counter>();
  private readonly waitMs: number;
  private readonly maxWaiting: number;

  constructor({ waitMs = WAIT_MS, maxWaiting = MAX_WAITING }: SlotQueueOptions = {}) {
    this.waitMs = waitMs;
    this.maxWaiting = maxWaiting;
  }

  /** At once where a slot is free. Throws the signal's reason where it is aborted, and `overloaded` where no slot came in time. */
  acquire(key: string, max: number, options: AcquireOptions): Release | Promise<Release> {
    options.signal.throwIfAborted();
    const counter = this.getCounter(key, max);
    serve(counter);
    if (counter.running < max) return this.begin(key, counter);
    if (options.isImpatient === true) throw noSlot();
    this.makeRoom(counter, options.tokenId);
    return this.wait(key, counter, options);
  }

  private getCounter(key: string, max: number): Counter {
    let counter = this.counters.get(key);
    if (counter === undefined) {
      this.counters.set(key, (counter = { max, running: 0, waiting: new WaitingRoom() }));
    }
    counter.max = max;
    return counter;
  }

  private begin(key: string, counter: Counter): Release {
    counter.running += 1;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      counter.running -= 1;
      serve(counter);
      if (counter.running === 0 && counter.waiting.size === 0) this.counters.delete(key);
    };
  }

  /** A full room is no reason to turn away a token that hardly waits, for one that fills the room. */
  private makeRoom({ waiting }: Counter, tokenId: string): void {
    if (waiting.size < this.maxWaiting) return;
    const greedy = waiting.findGreediestBeside(tokenId);
    if (greedy === undefined) throw noSlot();
    waiting.remove(greedy);
    greedy.refuse();
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
          resolve(this.begin(key, counter));
        },
        refuse: () => refuse(noSlot()),
      };
      const abort = (): void => refuse(signal.reason);
      const timer = setTimeout(waiter.refuse, this.waitMs);
      signal.addEventListener('abort', abort, { once: true });
      counter.waiting.add(waiter);
    });
  }
}

function serve(counter: Counter): void {
  while (counter.running < counter.max && counter.waiting.size > 0) counter.waiting.next()?.admit();
}

function noSlot(): GatewayError {
  return new GatewayError(
    'overloaded',
    'Too many requests are waiting for this model. Try again in a moment.',
    {
      retryAfterSeconds: 1,
    },
  );
}

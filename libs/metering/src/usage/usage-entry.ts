import { type BegunEvent } from './begun-event.js';
import { type WriteTime } from './journal-spool.js';
import { type UsageEvent } from './usage-event.js';

/** Writes down how requests end. */
export interface UsageEnds {
  finish(begun: BegunEvent, event: UsageEvent, when: WriteTime): void;
  abandon(begun: BegunEvent): void;
  written(): Promise<void>;
}

/** A request that has begun. It ends once; whatever is said of it after that is not heard. */
export class UsageEntry {
  private isOver = false;

  constructor(
    private readonly begun: BegunEvent,
    private readonly ends: UsageEnds,
  ) {}

  /** Before the last byte goes to the client. */
  finish(event: UsageEvent, when: WriteTime = 'now'): void {
    if (this.isOver) return;
    this.isOver = true;
    const { begun } = this;
    const { id, startedAtMs } = begun;
    const isItsEnd = event.id === id && event.startedAtMs === startedAtMs;
    this.ends.finish(begun, isItsEnd ? event : { ...event, id, startedAtMs }, when);
  }

  /** In the end the request has reached no upstream, so that there is nothing to tell. */
  abandon(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.ends.abandon(this.begun);
  }

  /** Resolves when what was said of it so far would outlive this process. */
  written(): Promise<void> {
    return this.ends.written();
  }
}

import { type BegunEvent } from './begun-event.js';
import { type UsageEvent } from './usage-event.js';

/** A request that has begun. It ends once; whatever is said of it after that is not heard. */
export class UsageEntry {
  private isOver = false;

  constructor(
    private readonly begun: BegunEvent,
    private readonly end: (event: UsageEvent | undefined) => void,
  ) {}

  /** Before the last byte goes to the client. */
  finish(event: UsageEvent): void {
    if (this.isOver) return;
    this.isOver = true;
    const { id, startedAtMs } = this.begun;
    this.end({ ...event, id, startedAtMs });
  }

  /** In the end the request has reached no upstream, so that there is nothing to tell. */
  abandon(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.end(undefined);
  }
}

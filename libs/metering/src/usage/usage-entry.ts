import { type BegunEvent } from './begun-event.js';
import { type WriteTime } from './journal-spool.js';
import { type UsageEvent } from './usage-event.js';

/** Stores how requests end. */
export interface UsageSink {
  finish(begun: BegunEvent, event: UsageEvent, timing: WriteTime): void;
  abandon(begun: BegunEvent): void;
  waitUntilWritten(): Promise<void>;
}

/** A request that has begun. It ends once; later calls are ignored. */
export class UsageEntry {
  private isClosed = false;

  constructor(
    private readonly begun: BegunEvent,
    private readonly sink: UsageSink,
  ) {}

  /** Call this before the last byte is sent to the client. */
  finish(event: UsageEvent, timing: WriteTime = 'now'): void {
    if (this.isClosed) return;
    this.isClosed = true;
    const { begun } = this;
    const { id, startedAtMs } = begun;
    const hasSameKey = event.id === id && event.startedAtMs === startedAtMs;
    this.sink.finish(begun, hasSameKey ? event : { ...event, id, startedAtMs }, timing);
  }

  /** The request reached no upstream, so no usage is stored. */
  abandon(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.sink.abandon(this.begun);
  }

  /** Resolves when everything recorded so far survives a crash of this process. */
  waitUntilWritten(): Promise<void> {
    return this.sink.waitUntilWritten();
  }
}

import { type SpoolSegment } from './spool-segment.js';
import { type UsageEvent } from './usage-event.js';

interface WaitingEvent {
  event: UsageEvent;
  /** The file that contains the end of the request, if it is on disk. */
  segment: SpoolSegment | undefined;
}

/** Events of ended requests that are not in the database yet, in the order in which they ended. */
export class WaitingEvents {
  private readonly items: WaitingEvent[] = [];

  get size(): number {
    return this.items.length;
  }

  add(event: UsageEvent, segment: SpoolSegment | undefined): void {
    if (segment !== undefined) segment.waitingEvents += 1;
    this.items.push({ event, segment });
  }

  all(): UsageEvent[] {
    return this.items.map(({ event }) => event);
  }

  first(count: number): UsageEvent[] {
    return this.items.slice(0, count).map(({ event }) => event);
  }

  removeFirst(count: number): void {
    for (const { segment } of this.items.splice(0, count))
      if (segment !== undefined) segment.waitingEvents -= 1;
  }

  /** Records that all of them are now in this file. */
  setSegment(next: SpoolSegment): void {
    for (const item of this.items) {
      if (item.segment !== undefined) item.segment.waitingEvents -= 1;
      item.segment = next;
    }
    next.waitingEvents += this.items.length;
  }
}

import { type SpoolSegment } from './spool-segment.js';
import { type UsageEvent } from './usage-event.js';

interface WaitingEvent {
  event: UsageEvent;
  /** Where it is written down, if it is. */
  segment: SpoolSegment | undefined;
}

/** Events that are over, and that the database does not have yet; in their order. */
export class WaitingEvents {
  private readonly items: WaitingEvent[] = [];

  get size(): number {
    return this.items.length;
  }

  add(event: UsageEvent, segment: SpoolSegment | undefined): void {
    if (segment !== undefined) segment.waiting += 1;
    this.items.push({ event, segment });
  }

  all(): UsageEvent[] {
    return this.items.map(({ event }) => event);
  }

  first(count: number): UsageEvent[] {
    return this.items.slice(0, count).map(({ event }) => event);
  }

  removeFirst(count: number): void {
    for (const { segment } of this.items.splice(0, count)) if (segment !== undefined) segment.waiting -= 1;
  }

  /** All of them have been written down anew. */
  moveTo(next: SpoolSegment): void {
    for (const item of this.items) {
      if (item.segment !== undefined) item.segment.waiting -= 1;
      item.segment = next;
    }
    next.waiting += this.items.length;
  }
}

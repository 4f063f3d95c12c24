import { getHeapStatistics } from 'node:v8';
import { ByteBudget, type ByteHold } from '#limits';
import { type StoredRequest } from './background-response.js';

/** A request is in memory twice while it runs: as objects, and as the body that is sent. */
const COPIES = 2;

/**
 * The memory for the requests of running responses. It is separate from the memory of other requests, because a run takes
 * up to an hour, and the requests that it sends meanwhile must not wait for the end of other runs.
 */
export class RunMemory {
  private readonly budget: ByteBudget;

  constructor(maxBytes: number) {
    // Half of it is objects, which must fit into the heap, independent of the memory of the machine.
    const heapBytes = getHeapStatistics().heap_size_limit / 2;
    this.budget = new ByteBudget({ maxBytes: Math.min(maxBytes, heapBytes) });
  }

  /**
   * Returns a hold for each request that can be loaded now. A request that does not fit yet is overtaken only by the
   * smallest ones, which have a reserve, so that it does not wait forever.
   */
  reserve(requests: readonly StoredRequest[]): Map<string, ByteHold> {
    const holds = new Map<string, ByteHold>();
    let isFull = false;
    for (const { id, requestBytes } of requests) {
      const hold = this.budget.open();
      // The largest request runs alone.
      const bytes = Math.min(COPIES * requestBytes, this.budget.maxBytes);
      if ((!isFull || ByteBudget.isSmall(bytes)) && hold.tryTake(bytes)) holds.set(id, hold);
      else isFull = true;
    }
    return holds;
  }
}

import { WORKER_NAME } from '#jobs';
import { type ByteHold } from '#limits';
import { Inject, Injectable } from '@nestjs/common';
import { type ClaimedResponse } from './background-response.js';
import { ClaimRepository } from './claims.repository.js';
import { RunMemory } from './run-memory.js';

export interface AffordableRun {
  claimed: ClaimedResponse;
  /** The memory for its request, to be released after the run. */
  hold: ByteHold;
}

/** Claims no more responses than fit into memory: other workers can run the rest. */
@Injectable()
export class RunClaims {
  /** Some responses are due, but their requests do not fit now. */
  isMemoryFull = false;

  constructor(
    private readonly claims: ClaimRepository,
    private readonly memory: RunMemory,
    @Inject(WORKER_NAME) private readonly worker: string,
  ) {}

  async claimDue(max: number, leaseMs: number): Promise<AffordableRun[]> {
    const due = await this.claims.findDue(max);
    const holds = this.memory.reserve(due);
    this.isMemoryFull = holds.size < due.length;
    if (holds.size === 0) return [];
    try {
      const claimed = await this.claims.claim([...holds.keys()], { worker: this.worker, leaseMs });
      return claimed.flatMap((response) => {
        const hold = holds.get(response.id);
        holds.delete(response.id);
        return hold === undefined ? [] : [{ claimed: response, hold }];
      });
    } finally {
      // Of those that another worker has claimed.
      for (const hold of holds.values()) hold.release();
    }
  }
}

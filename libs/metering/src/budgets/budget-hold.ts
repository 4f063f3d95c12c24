import { type Reservation } from './budget-account-share.js';

/** What is set aside for one request, until it is known what it costs. Only the first word about that counts. */
export interface Hold {
  /** It is over, and cost this much; what was set aside beyond that can be used again. Unknown is nothing. */
  settle(costMicroUsd: number | undefined): void;
  /** It came to nothing. */
  release(): void;
}

export class BudgetHold implements Hold {
  private isOver = false;

  constructor(private readonly reservations: readonly Reservation[]) {}

  settle(costMicroUsd: number | undefined): void {
    if (this.isOver) return;
    this.isOver = true;
    for (const reservation of this.reservations) reservation.settle(costMicroUsd ?? 0);
  }

  release(): void {
    this.settle(0);
  }
}

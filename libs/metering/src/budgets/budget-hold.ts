import { type Reservation } from './budget-account-share.js';

/** An amount that is held for one request until its cost is known. Only the first call has an effect. */
export interface Hold {
  /** Charges the cost and releases the rest. An unknown cost counts as 0. */
  settle(costMicroUsd: number | undefined): void;
  /** Releases everything, because the request had no cost. */
  release(): void;
}

export class BudgetHold implements Hold {
  private hasEnded = false;

  constructor(private readonly reservations: readonly Reservation[]) {}

  settle(costMicroUsd: number | undefined): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    for (const reservation of this.reservations) reservation.settle(costMicroUsd ?? 0);
  }

  release(): void {
    this.settle(0);
  }
}

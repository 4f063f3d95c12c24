/** The row of a lease, as the database has it. */
export interface LeaseRow {
  /** What is left of the lease, with what is spent but not yet booked. */
  amountMicroUsd: number;
  /** All that was ever charged to it. */
  chargedMicroUsd: number;
}

/** How the spending from a slice stands in this process. */
export interface BudgetAccountStatus {
  /** All that was ever spent from it, booked or not. */
  settledMicroUsd: number;
  /** What is set aside for requests that are running. */
  heldMicroUsd: number;
}

/**
 * What can still be given out of a lease. A lease is charged some time after it was spent from: until then the money is
 * in its row, and yet gone.
 */
export function getFree(row: LeaseRow, { settledMicroUsd, heldMicroUsd }: BudgetAccountStatus): number {
  return row.amountMicroUsd - Math.max(0, settledMicroUsd - row.chargedMicroUsd) - heldMicroUsd;
}

const NO_LEASE: LeaseRow = { amountMicroUsd: 0, chargedMicroUsd: 0 };

/** The part of a budget account that one process has leased and spends without asking anybody. */
export class Slice {
  private row = NO_LEASE;
  private settledMicroUsd = 0;
  private heldMicroUsd = 0;

  get freeMicroUsd(): number {
    const { amountMicroUsd, chargedMicroUsd } = this.row;
    return amountMicroUsd - Math.max(0, this.settledMicroUsd - chargedMicroUsd) - this.heldMicroUsd;
  }

  get status(): BudgetAccountStatus {
    return { settledMicroUsd: this.settledMicroUsd, heldMicroUsd: this.heldMicroUsd };
  }

  get hasLease(): boolean {
    return this.row !== NO_LEASE;
  }

  reserve(amountMicroUsd: number): void {
    this.heldMicroUsd += amountMicroUsd;
  }

  settle(reservedMicroUsd: number, costMicroUsd: number): void {
    this.heldMicroUsd -= reservedMicroUsd;
    this.settledMicroUsd += costMicroUsd;
  }

  /** The database has said how the lease stands. What it says counts, whatever was believed before. */
  receive(row: LeaseRow): void {
    this.row = row;
    // More than was ever spent from the slice: by requests that began before there was one.
    this.settledMicroUsd = Math.max(this.settledMicroUsd, row.chargedMicroUsd);
  }

  /** The lease has ended with everything booked; whatever was spent meanwhile belongs to the next one. */
  end(settledBeforeMicroUsd: number): void {
    this.row = NO_LEASE;
    this.settledMicroUsd = Math.max(0, this.settledMicroUsd - settledBeforeMicroUsd);
  }

  /** Nobody knows what has come of the last statement: nothing is given out until the database has been heard again. */
  doubt(): void {
    const spent = Math.max(0, this.settledMicroUsd - this.row.chargedMicroUsd);
    const amountMicroUsd = Math.min(this.row.amountMicroUsd, spent + this.heldMicroUsd);
    this.row = { ...this.row, amountMicroUsd };
  }
}

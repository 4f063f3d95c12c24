/** The row of a lease in the database. */
export interface LeaseRow {
  /** The remaining amount, which still includes what is spent but not yet charged. */
  amount: number;
  /** The total that was charged to the lease. */
  charged: number;
}

/** The spending from a slice, as counted by this process. */
export interface SliceStatus {
  /** The total that was spent, charged or not. */
  settled: number;
  /** The amount held for running requests. */
  held: number;
}

/**
 * The amount of a lease that is available for new requests. A lease is charged some time after the spending, so the
 * amount in its row can include money that is already spent.
 */
export function getFree(row: LeaseRow, { settled, held }: SliceStatus): number {
  return row.amount - Math.max(0, settled - row.charged) - held;
}

const NO_LEASE: LeaseRow = { amount: 0, charged: 0 };

/** The part of a budget account that this process has leased and spends without a query. */
export class Slice {
  private row = NO_LEASE;
  private settled = 0;
  private held = 0;

  get free(): number {
    return getFree(this.row, this.status);
  }

  get status(): SliceStatus {
    return { settled: this.settled, held: this.held };
  }

  get hasLease(): boolean {
    return this.row !== NO_LEASE;
  }

  reserve(amount: number): void {
    this.held += amount;
  }

  settle(reserved: number, amount: number): void {
    this.held -= reserved;
    this.settled += amount;
  }

  /** Replaces the assumed state of the lease with its row in the database. */
  update(row: LeaseRow): void {
    this.row = row;
    // Requests that began before there was a lease were charged to it, too.
    this.settled = Math.max(this.settled, row.charged);
  }

  /**
   * The lease has ended and everything up to `settledBefore` is charged. Later spending counts for the next
   * lease.
   */
  reset(settledBefore: number): void {
    this.row = NO_LEASE;
    this.settled = Math.max(0, this.settled - settledBefore);
  }

  /** The outcome of the last statement is unknown, so nothing is free until the next `update`. */
  markUncertain(): void {
    const spent = Math.max(0, this.settled - this.row.charged);
    const amount = Math.min(this.row.amount, spent + this.held);
    this.row = { ...this.row, amount };
  }
}

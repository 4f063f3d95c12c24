/** The row of a lease in the database. */
export interface LeaseRow {
  /** The remaining amount, which still includes what is spent but not yet charged. */
  amountMicroUsd: number;
  /** The total that was charged to the lease. */
  chargedMicroUsd: number;
}

/** The spending from a slice, as counted by this process. */
export interface SliceStatus {
  /** The total that was spent, charged or not. */
  settledMicroUsd: number;
  /** The amount held for running requests. */
  heldMicroUsd: number;
}

/**
 * The amount of a lease that is available for new requests. A lease is charged some time after the spending, so the
 * amount in its row can include money that is already spent.
 */
export function getFree(row: LeaseRow, { settledMicroUsd, heldMicroUsd }: SliceStatus): number {
  return row.amountMicroUsd - Math.max(0, settledMicroUsd - row.chargedMicroUsd) - heldMicroUsd;
}

const NO_LEASE: LeaseRow = { amountMicroUsd: 0, chargedMicroUsd: 0 };

/** The part of a budget account that this process has leased and spends without a query. */
export class Slice {
  private row = NO_LEASE;
  private settledMicroUsd = 0;
  private heldMicroUsd = 0;

  get freeMicroUsd(): number {
    return getFree(this.row, this.status);
  }

  get status(): SliceStatus {
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

  /** Replaces the assumed state of the lease with its row in the database. */
  update(row: LeaseRow): void {
    this.row = row;
    // Requests that began before there was a lease were charged to it, too.
    this.settledMicroUsd = Math.max(this.settledMicroUsd, row.chargedMicroUsd);
  }

  /**
   * The lease has ended and everything up to `settledBeforeMicroUsd` is charged. Later spending counts for the next
   * lease.
   */
  reset(settledBeforeMicroUsd: number): void {
    this.row = NO_LEASE;
    this.settledMicroUsd = Math.max(0, this.settledMicroUsd - settledBeforeMicroUsd);
  }

  /** The outcome of the last statement is unknown, so nothing is free until the next `update`. */
  markUncertain(): void {
    const spent = Math.max(0, this.settledMicroUsd - this.row.chargedMicroUsd);
    const amountMicroUsd = Math.min(this.row.amountMicroUsd, spent + this.heldMicroUsd);
    this.row = { ...this.row, amountMicroUsd };
  }
}

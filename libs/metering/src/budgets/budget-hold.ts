import { type BudgetUnit } from '#declarations';
import { type RequestCharge } from './request-charge.js';
import { type Reservation } from './budget-account-share.js';

/** Amounts that are held for one request until its charge is known. Only the first call has an effect. */
export interface Hold {
  /** Charges each budget account in its unit and releases the rest. Missing units are not charged. */
  settle(charge: Partial<RequestCharge>): void;
  /** Releases everything, because the request is not charged. */
  release(): void;
}

/** A reservation in an account of this unit. */
export interface UnitReservation {
  unit: BudgetUnit;
  reservation: Reservation;
}

export class BudgetHold implements Hold {
  private hasEnded = false;

  constructor(private readonly reservations: readonly UnitReservation[]) {}

  settle(charge: Partial<RequestCharge>): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    for (const { unit, reservation } of this.reservations) reservation.settle(charge[unit] ?? 0);
  }

  release(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    for (const { reservation } of this.reservations) reservation.settle(0);
  }
}

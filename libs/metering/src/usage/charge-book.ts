import { type EntityManager } from 'typeorm';
import { type RequestCharge } from '../budgets/request-charge.js';
import { type UsageEvent } from './usage-event.js';

/** The usage of a request that is not charged yet. */
export interface ChargedUsage extends UsageEvent {
  /** The charge of the estimate that this event replaces. Its cost is already subtracted from that of the event. */
  estimated?: RequestCharge;
}

/** Books the charges of requests, in the transaction that stores their usage. */
export interface ChargeBook {
  /**
   * Called with exactly the events that were not stored before. If an event replaces an estimate, its cost is the
   * difference to the estimate, which may be negative.
   */
  charge(manager: EntityManager, spoolOwner: string, events: readonly ChargedUsage[]): Promise<void>;
  /**
   * Returns everything that a process had leased from budgets. Called after it has stopped or its spool was replayed.
   */
  close(manager: EntityManager, spoolOwner: string): Promise<void>;
}

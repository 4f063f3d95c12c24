import { type EntityManager } from 'typeorm';
import { type StoredEvent } from './event-store.js';

/** Books the charges of requests, in the transaction that stores their usage. */
export interface ChargeBook {
  /**
   * Called with exactly the events that were not stored before. If an event replaces an estimate, its charge is
   * the difference to the estimate, which may be negative.
   */
  charge(manager: EntityManager, spoolOwner: string, events: readonly StoredEvent[]): Promise<void>;
  /**
   * Returns everything that a process had leased from budgets. Called after it has stopped or its spool was replayed.
   */
  close(manager: EntityManager, spoolOwner: string): Promise<void>;
}

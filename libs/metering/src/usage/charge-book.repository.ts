import { type EntityManager } from 'typeorm';
import { type UsageEvent } from './usage-event.js';

/** Books what requests cost, inside the transaction that writes their usage down. */
export interface ChargeBook {
  /**
   * Called with exactly the events that are new there. Where what really happened replaces an estimate, the event has
   * the difference as its cost, which may be negative.
   */
  charge(manager: EntityManager, spoolOwner: string, events: readonly UsageEvent[]): Promise<void>;
  /** All that a process had leased of budgets goes back: it has stopped, or died and its spool has been replayed. */
  close(manager: EntityManager, spoolOwner: string): Promise<void>;
}

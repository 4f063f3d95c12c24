import { type EntityManager } from 'typeorm';
import { type ChargeBook, type ChargedUsage } from '../usage/charge-book.js';
import { type UsageEvent } from '../usage/usage-event.js';
import { type PriceBook } from './price-book.js';
import { type StoredPrice, PriceVersionRepository } from './price-version.repository.js';

/** Stores the prices by which events are charged, in the transaction that stores the events. */
export class PriceKeepingCharges implements ChargeBook {
  private readonly versions = new PriceVersionRepository();

  constructor(
    private readonly charges: ChargeBook,
    private readonly prices: Pick<PriceBook, 'find'>,
  ) {}

  async charge(manager: EntityManager, spoolOwner: string, events: readonly ChargedUsage[]): Promise<void> {
    await this.versions.store(manager, this.getPrices(events));
    await this.charges.charge(manager, spoolOwner, events);
  }

  async close(manager: EntityManager, spoolOwner: string): Promise<void> {
    await this.charges.close(manager, spoolOwner);
  }

  private getPrices(events: readonly UsageEvent[]): StoredPrice[] {
    const prices = new Map<string, StoredPrice>();
    for (const { priceVersion: version, model, upstreamModel } of events) {
      if (version === undefined || prices.has(version)) continue;
      const found = this.prices.find(version, { model, upstreamModel });
      if (found !== undefined) prices.set(version, { ...found, model });
    }
    return [...prices.values()];
  }
}

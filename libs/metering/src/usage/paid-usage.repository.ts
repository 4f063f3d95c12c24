import { type EntityManager } from 'typeorm';
import { type Price } from '../prices/price.js';
import { getVersion } from '../prices/price-version.js';
import { PriceVersionRepository } from '../prices/price-version.repository.js';
import { recordTokenUses } from './token-uses.js';
import { type UsageEvent } from './usage-event.js';
import { UsageNameRepository } from './usage-names.repository.js';
import { insertEvents, markHours } from './usage-rows.js';

/** The usage of an operation whose cost is booked in the ledger elsewhere. */
export interface PaidUsage extends Omit<UsageEvent, 'budgetAccounts' | 'priceVersion'> {
  /** The price that was charged, if any. */
  price: Price | undefined;
}

/**
 * Stores usage in the transaction that books its cost. Nothing is charged here.
 * Call it before the booking: it locks rows in the same order as the store of all other requests, to avoid deadlocks.
 */
export class PaidUsageRepository {
  private readonly versions = new PriceVersionRepository();

  async store(manager: EntityManager, { price, ...paid }: PaidUsage): Promise<void> {
    const priceVersion = price && getVersion(price);
    const event: UsageEvent = { ...paid, priceVersion, budgetAccounts: [] };
    const names = new UsageNameRepository(manager);
    await names.loadNumbers([event]);
    await insertEvents(manager, [event], names);
    await markHours(manager, [event]);
    await recordTokenUses(manager, [event]);
    if (price === undefined || priceVersion === undefined) return;
    await this.versions.store(manager, [{ version: priceVersion, price, model: paid.model }]);
  }
}

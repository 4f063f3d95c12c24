import { type EntityManager } from 'typeorm';
import { type Price } from '../prices/price.js';
import { getVersion } from '../prices/price-version.js';
import { PriceVersionRepository } from '../prices/price-version.repository.js';
import { type UsageEvent } from './usage-event.js';
import { UsageNameRepository } from './usage-names.repository.js';
import { insertEvents, markHours } from './usage-rows.repository.js';

/** What was used by something whose cost the ledger has already. */
export interface PaidUsage extends Omit<UsageEvent, 'budgetAccounts' | 'priceVersion'> {
  /** What it was charged by, where it was. */
  price?: Price;
}

/**
 * Writes down what was used, in the transaction in which it is paid: both happen, or neither. Nothing is charged here.
 * To be called before money is moved, as it is for all other requests, so that nobody waits for anybody in a circle.
 */
export class PaidUsageRepository {
  private readonly versions = new PriceVersionRepository();

  async note(manager: EntityManager, { price, ...paid }: PaidUsage): Promise<void> {
    const event: UsageEvent = { ...paid, budgetAccounts: [] };
    if (price !== undefined) {
      event.priceVersion = getVersion(price);
      await this.versions.keep(manager, [{ version: event.priceVersion, price, model: paid.model }]);
    }
    const names = new UsageNameRepository(manager);
    await names.learn([event]);
    await insertEvents(manager, [event], names);
    await markHours(manager, [event]);
  }
}

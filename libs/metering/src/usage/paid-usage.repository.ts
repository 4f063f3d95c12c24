import { type EntityManager } from 'typeorm';
import { type Price } from '../prices/price.js';
import { versionOf } from '../prices/price-version.js';
import { PriceVersionRepository } from '../prices/price-version.repository.js';
import { type UsageEvent } from './usage-event.js';
import { UsageNameRepository } from './usage-names.repository.js';
import { insertRows, markHours, rowsOf } from './usage-rows.repository.js';

/** What was used by something whose cost the ledger has already. */
export interface PaidUsage extends Omit<UsageEvent, 'purses' | 'priceVersion'> {
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
    const event: UsageEvent = { ...paid, purses: [] };
    if (price !== undefined) {
      event.priceVersion = versionOf(price);
      await this.versions.keep(manager, [{ version: event.priceVersion, price, model: paid.model }]);
    }
    const rows = await rowsOf([event], new UsageNameRepository(manager));
    await insertRows(manager, rows.values());
    await markHours(manager, [event]);
  }
}

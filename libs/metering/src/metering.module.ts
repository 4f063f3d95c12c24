import { join } from 'node:path';
import { CONFIG, type Config } from '#config';
import { Database, DatabaseModule, TableChanges } from '#database';
import { LOGGER, type Logger } from '#telemetry';
import { Module } from '@nestjs/common';
import { BUDGET_CHANNEL } from './budgets/budget-channel.js';
import { Budgets } from './budgets/budgets.js';
import { LedgerChargeBook } from './budgets/charges.js';
import { LeaseRepository } from './budgets/leases.repository.js';
import { ON_THRESHOLD, type OnThreshold } from './budgets/thresholds.js';
import { PriceBook } from './prices/price-book.js';
import { PriceKeepingCharges } from './prices/price-keeping-charges.js';
import { PricesModule } from './prices.module.js';
import { RefusalsModule } from './refusals.module.js';
import { UsageJournal } from './usage/usage-journal.js';

/** The usage that this process records, and the budgets that it leases from. */
@Module({
  imports: [DatabaseModule, PricesModule, RefusalsModule],
  providers: [
    {
      provide: UsageJournal,
      inject: [Database, PriceBook, ON_THRESHOLD, CONFIG, LOGGER],
      useFactory: (...[dataSource, prices, onThreshold, { dataDir }, logger]: JournalDependencies) =>
        UsageJournal.open({
          folder: join(dataDir, 'usage'),
          dataSource,
          charges: new PriceKeepingCharges(new LedgerChargeBook(onThreshold), prices),
          logger,
        }),
    },
    {
      provide: Budgets,
      inject: [Database, UsageJournal, TableChanges],
      useFactory: (dataSource: Database, journal: UsageJournal, changes: TableChanges) => {
        const budgets = new Budgets({
          leases: new LeaseRepository(dataSource, journal),
          feed: { start: (listener) => changes.listen(BUDGET_CHANNEL, listener) },
        });
        // The leases of the old spool owner were returned, so the budgets must reload theirs.
        journal.onOwnerChanged = () => void budgets.renew().catch(() => undefined);
        return budgets;
      },
    },
  ],
  exports: [Budgets, PricesModule, RefusalsModule, UsageJournal],
})
export class MeteringModule {}

type JournalDependencies = [Database, PriceBook, OnThreshold, Config, Logger];

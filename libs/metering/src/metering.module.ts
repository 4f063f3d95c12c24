import { join } from 'node:path';
import { CONFIG, type Config } from '#config';
import { Database, DatabaseModule, TableChanges } from '#database';
import { LOGGER, type Logger } from '#telemetry';
import { Module } from '@nestjs/common';
import { BUDGET_CHANNEL } from './budgets/budget-channel.repository.js';
import { Budgets } from './budgets/budgets.js';
import { LedgerChargeBook } from './budgets/charges.repository.js';
import { LeaseRepository } from './budgets/leases.repository.js';
import { ON_THRESHOLD, type OnThreshold } from './budgets/thresholds.repository.js';
import { PriceBook } from './prices/price-book.js';
import { PriceKeepingCharges } from './prices/price-keeping-charges.repository.js';
import { PricesModule } from './prices.module.js';
import { UsageJournal } from './usage/usage-journal.js';

/** The usage that this process writes down, and the budgets that it leases from. */
@Module({
  imports: [DatabaseModule, PricesModule],
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
        // What it had leased has gone back: it has to find out.
        journal.onMoved = () => void budgets.renew().catch(() => undefined);
        return budgets;
      },
    },
  ],
  exports: [Budgets, PricesModule, UsageJournal],
})
export class MeteringModule {}

type JournalDependencies = [Database, PriceBook, OnThreshold, Config, Logger];

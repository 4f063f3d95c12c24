import { AccessModule } from '#access';
import { Catalog, CatalogModule } from '#catalog';
import { CONFIG, type Config } from '#config';
import { DatabaseModule } from '#database';
import { SettingsModule } from '#settings';
import { Module } from '@nestjs/common';
import { BudgetAccounts } from './budgets/budget-accounts.js';
import { budgetAlarms } from './budgets/budget-alarms.repository.js';
import { ON_THRESHOLD } from './budgets/thresholds.repository.js';
import { PriceBook } from './prices/price-book.js';
import { LastErrorsRepository } from './usage/last-errors.repository.js';
import { UsageRepository } from './usage/usage.repository.js';

/** What things cost, which budgets pay for them, and what was used. */
@Module({
  imports: [AccessModule, CatalogModule, DatabaseModule, SettingsModule],
  providers: [
    BudgetAccounts,
    LastErrorsRepository,
    UsageRepository,
    {
      provide: PriceBook,
      inject: [Catalog, CONFIG],
      useFactory: (catalog: Catalog, { prices }: Config) =>
        new PriceBook({ overrideOf: (model) => catalog.priceOf(model), filePrices: prices }),
    },
    {
      provide: ON_THRESHOLD,
      inject: [CONFIG],
      useFactory: ({ file }: Config) => budgetAlarms(file?.budgets),
    },
  ],
  exports: [BudgetAccounts, LastErrorsRepository, ON_THRESHOLD, PriceBook, UsageRepository],
})
export class PricesModule {}

import { AccessModule } from '#access';
import { Catalog, CatalogModule } from '#catalog';
import { CONFIG, type Config } from '#config';
import { Database, DatabaseModule } from '#database';
import { JobsModule, Maintenance } from '#jobs';
import { ModelCatalogue, ModelsModule } from '#models';
import { LiveSettings, SettingsModule } from '#settings';
import { Module, type OnModuleInit } from '@nestjs/common';
import { BudgetAccounts } from './budgets/budget-accounts.js';
import { budgetAlarms } from './budgets/budget-alarms.repository.js';
import { sweepLeases } from './budgets/close-spools.repository.js';
import { ON_THRESHOLD } from './budgets/thresholds.repository.js';
import { PriceBook } from './prices/price-book.js';
import { METERING_TABLES } from './table-retention.js';
import { LastErrorsRepository } from './usage/last-errors.repository.js';
import { UsageMaintenance } from './usage/usage-maintenance.repository.js';
import { UsageRepository } from './usage/usage.repository.js';

/** What things cost, which budgets pay for them, and what was used. */
@Module({
  imports: [AccessModule, CatalogModule, DatabaseModule, JobsModule, ModelsModule, SettingsModule],
  providers: [
    BudgetAccounts,
    LastErrorsRepository,
    UsageRepository,
    {
      provide: PriceBook,
      inject: [Catalog, CONFIG, ModelCatalogue],
      useFactory: (catalog: Catalog, { prices }: Config, catalogue: ModelCatalogue) =>
        new PriceBook({ getOverride: (model) => catalog.getPrice(model), filePrices: prices, catalogue }),
    },
    {
      provide: ON_THRESHOLD,
      inject: [CONFIG],
      useFactory: ({ file }: Config) => budgetAlarms(file?.budgets),
    },
  ],
  exports: [BudgetAccounts, LastErrorsRepository, ON_THRESHOLD, PriceBook, UsageRepository],
})
export class PricesModule implements OnModuleInit {
  constructor(
    private readonly maintenance: Maintenance,
    private readonly database: Database,
    private readonly settings: LiveSettings,
  ) {}

  onModuleInit(): void {
    const usage = new UsageMaintenance(this.database, () => this.settings.current['usage.retention_days']);
    this.maintenance.register({
      tables: METERING_TABLES,
      tasks: [
        async () => ({ sweptLeases: await sweepLeases(this.database) }),
        async (now) => ({ ...(await usage.run(now)) }),
      ],
    });
  }
}

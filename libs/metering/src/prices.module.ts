import { AccessModule } from '#access';
import { Catalog, CatalogModule } from '#catalog';
import { CONFIG, type Config } from '#config';
import { Database, DatabaseModule } from '#database';
import { JobsModule, Maintenance } from '#jobs';
import { ModelCatalogue, ModelsModule } from '#models';
import { LiveSettings, SettingsModule } from '#settings';
import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { BudgetAccounts } from './budgets/budget-accounts.js';
import { budgetAlarms } from './budgets/budget-alarms.repository.js';
import { sweepLeases } from './budgets/close-spools.repository.js';
import { ON_THRESHOLD } from './budgets/thresholds.repository.js';
import { BudgetClosing } from './closing/close-budgets.repository.js';
import { LedgerClosing } from './closing/close-ledger.repository.js';
import { PriceBook } from './prices/price-book.js';
import { PriceVersionRepository } from './prices/price-version.repository.js';
import { METERING_TABLES } from './table-retention.js';
import { LastErrorsRepository } from './usage/last-errors.repository.js';
import { UsageMaintenance } from './usage/usage-maintenance.repository.js';
import { UsageRepository } from './usage/usage.repository.js';

const DAY_MS = 24 * 60 * 60 * 1000;

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
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    const { ledgerRetentionDays, sumsRetentionDays } = this.config.file?.usage ?? {};
    const usageDays = (): number => this.settings.current['usage.retention_days'];
    const usage = new UsageMaintenance(this.database, usageDays, sumsRetentionDays);
    const ledger = new LedgerClosing(this.database);
    const budgets = new BudgetClosing(this.database);
    const prices = new PriceVersionRepository();
    this.maintenance.register({
      tables: METERING_TABLES,
      tasks: [
        async () => ({ sweptLeases: await sweepLeases(this.database) }),
        async (now) => ({ ...(await usage.run(now)) }),
        // A batch of requests tells no more than its sums once its single requests are gone.
        async (now) => {
          const cutoff = ago(now, ledgerRetentionDays ?? usageDays());
          const closedTransactions = await ledger.closeBefore(cutoff);
          return { closedTransactions, closedBudgets: await budgets.closeBefore(cutoff) };
        },
        async (now) => ({
          unusedPrices: await prices.deleteUnusedSince(this.database, ago(now, this.getPriceDays())),
        }),
      ],
    });
  }

  /** As long as anything that was charged is kept, and the day that a use may be known later. */
  private getPriceDays(): number {
    const { 'usage.retention_days': usage, 'media.retention_days': media } = this.settings.current;
    return Math.max(usage, media) + 2;
  }
}

function ago(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}

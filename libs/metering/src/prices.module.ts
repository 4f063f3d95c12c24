import { AccessModule } from '#access';
import { Catalog, CatalogModule } from '#catalog';
import { CONFIG, type Config } from '#config';
import { Database, DatabaseModule } from '#database';
import { JobsModule, Maintenance } from '#jobs';
import { ModelCatalogue, ModelsModule } from '#models';
import { LiveSettings, SettingsModule } from '#settings';
import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { BudgetAccounts } from './budgets/budget-accounts.js';
import { createBudgetAlarms } from './budgets/budget-alarms.js';
import { BudgetStatesRepository } from './budgets/budget-states.repository.js';
import { sweepLeases } from './budgets/close-spools.js';
import { renewRollingWindows } from './budgets/rolling-windows.js';
import { ON_THRESHOLD } from './budgets/thresholds.js';
import { BudgetClosing } from './closing/close-budgets.js';
import { LedgerClosing } from './closing/close-ledger.js';
import { LedgerRepository } from './ledger.repository.js';
import { PriceBook } from './prices/price-book.js';
import { PriceVersionRepository } from './prices/price-version.repository.js';
import { RefusalMaintenance } from './refusals/refusal-maintenance.js';
import { RefusedRequestRepository } from './refusals/refused-requests.repository.js';
import { METERING_TABLES } from './table-retention.js';
import { LastErrorsRepository } from './usage/last-errors.repository.js';
import { UsageMaintenance } from './usage/usage-maintenance.js';
import { UsageRepository } from './usage/usage.repository.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Prices, budgets and stored usage, with their maintenance. */
@Module({
  imports: [AccessModule, CatalogModule, DatabaseModule, JobsModule, ModelsModule, SettingsModule],
  providers: [
    BudgetAccounts,
    BudgetStatesRepository,
    LastErrorsRepository,
    LedgerRepository,
    RefusedRequestRepository,
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
      useFactory: ({ file }: Config) => createBudgetAlarms(file?.budgets),
    },
  ],
  exports: [
    BudgetAccounts,
    BudgetStatesRepository,
    LastErrorsRepository,
    LedgerRepository,
    ON_THRESHOLD,
    PriceBook,
    RefusedRequestRepository,
    UsageRepository,
  ],
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
    const refusals = new RefusalMaintenance(this.database);
    const ledger = new LedgerClosing(this.database);
    const budgets = new BudgetClosing(this.database);
    const prices = new PriceVersionRepository();
    this.maintenance.register({
      tables: METERING_TABLES,
      tasks: [
        async () => ({ sweptLeases: await sweepLeases(this.database) }),
        async (now) => ({ renewedBudgets: await renewRollingWindows(this.database, now) }),
        async (now) => ({ ...(await usage.run(now)) }),
        async (now) => ({ droppedRefusals: await refusals.dropBefore(subtractDays(now, usageDays())) }),
        // When the requests of a batch of charges are deleted, only its monthly sum is still needed.
        async (now) => {
          const cutoff = subtractDays(now, ledgerRetentionDays ?? usageDays());
          const closedTransactions = await ledger.closeBefore(cutoff);
          return { closedTransactions, closedBudgets: await budgets.closeBefore(cutoff) };
        },
        async (now) => ({
          unusedPrices: await prices.deleteUnusedSince(this.database, subtractDays(now, this.getPriceDays())),
        }),
      ],
    });
  }

  /** As long as requests and media are stored, plus two days, because `last_used_at` is updated only once a day. */
  private getPriceDays(): number {
    const { 'usage.retention_days': usage, 'media.retention_days': media } = this.settings.current;
    return Math.max(usage, media) + 2;
  }
}

function subtractDays(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}

import { CatalogModule, ChannelHealth, ChannelResults, RetryBudget, SharedHealth } from '#catalog';
import { CONFIG, type Config } from '#config';
import { Database, DatabaseModule, TableChanges } from '#database';
import { EgressModule } from '#egress';
import { IdempotencyModule } from '#idempotency';
import { JobsModule, Maintenance } from '#jobs';
import { ByteBudget, SlotQueue } from '#limits';
import { MediaModule } from '#media';
import { BudgetAccounts, Budgets, MeteringModule, PriceBook, UsageJournal } from '#metering';
import { SecretsModule } from '#secrets';
import { LiveSettings, SettingsModule, quotaSettings, toFileSection } from '#settings';
import { LOGGER, type Logger } from '#telemetry';
import { Module, type OnModuleInit } from '@nestjs/common';
import { AttemptControls } from './attempts/attempt-controls.js';
import { Billing } from './billing/billing.js';
import { CacheLookup } from './cache/cache-lookup.js';
import { CachedResponseLimits } from './cache/cached-response-limits.js';
import { CachedResponseRepository } from './cache/cached-response.repository.js';
import { ResponseCache } from './cache/response-cache.js';
import { MissingCounters } from './counting/missing-counters.js';
import { UpstreamCounters } from './counting/upstream-counters.js';
import { TokenCounting } from './counting/token-counting.js';
import { Dispatcher } from './dispatcher.js';
import { MediaFetcher } from './media-fetcher.js';
import { memoryShare } from './memory-share.js';
import { ModelRulesModule } from './model-rules/model-rules.module.js';
import { OperationRelay } from './operations/operation-relay.js';
import { Policies } from './policies/policies.js';
import { PolicyService } from './policies/policy-service.js';
import { ContentRecorder } from './recording/content-recorder.js';
import { RecordedContentLimits } from './recording/recorded-content-limits.js';
import { RecordedContentRepository } from './recording/recorded-content.repository.js';
import { RefusalRecorder } from './refusal-recorder.js';
import { Relay } from './relay.js';
import { RELAY_OPTIONS, type RelayOptions } from './relay-options.js';
import { RelayServices } from './relay-services.js';
import { Router } from './router.js';
import { ShownModelsModule } from './shown-models.module.js';
import { RELAY_TABLES } from './table-retention.js';

/** Serves model requests. Every process that serves any imports it. */
@Module({
  imports: [
    CatalogModule,
    DatabaseModule,
    EgressModule,
    IdempotencyModule,
    JobsModule,
    MediaModule,
    MeteringModule,
    ModelRulesModule,
    SecretsModule,
    SettingsModule,
    ShownModelsModule,
  ],
  providers: [
    CacheLookup,
    AttemptControls,
    CachedResponseRepository,
    ChannelResults,
    ContentRecorder,
    MissingCounters,
    UpstreamCounters,
    Dispatcher,
    MediaFetcher,
    OperationRelay,
    RecordedContentRepository,
    RefusalRecorder,
    Relay,
    RelayServices,
    ResponseCache,
    RetryBudget,
    Router,
    SharedHealth,
    SlotQueue,
    TokenCounting,
    {
      provide: ChannelHealth,
      inject: [LOGGER],
      useFactory: (logger: Logger) => new ChannelHealth({ logger }),
    },
    {
      provide: ByteBudget,
      inject: [CONFIG, RELAY_OPTIONS],
      useFactory: ({ http }: Config, { memory }: RelayOptions) =>
        memory ?? new ByteBudget({ maxBytes: memoryShare(http) }),
    },
    {
      provide: PolicyService,
      inject: [LiveSettings, LOGGER],
      useFactory: (settings: LiveSettings, logger: Logger) =>
        new PolicyService(
          settings.derive((values) => new Policies(toFileSection(values, 'policies'))),
          logger,
        ),
    },
    {
      provide: Billing,
      inject: [UsageJournal, Budgets, PriceBook, BudgetAccounts, CONFIG],
      useFactory: (
        journal: UsageJournal,
        budgets: Budgets,
        prices: PriceBook,
        accounts: BudgetAccounts,
        { storesUpstreamErrors }: Config,
      ) =>
        new Billing({
          journal,
          budgets,
          prices,
          accounts,
          keepsErrorMessages: storesUpstreamErrors,
        }),
    },
  ],
  exports: [
    AttemptControls,
    Billing,
    ByteBudget,
    CatalogModule,
    ChannelHealth,
    ContentRecorder,
    EgressModule,
    IdempotencyModule,
    MediaModule,
    MeteringModule,
    PolicyService,
    RefusalRecorder,
    Relay,
    Router,
    TokenCounting,
  ],
})
export class RelayModule implements OnModuleInit {
  constructor(
    private readonly changes: TableChanges,
    private readonly health: SharedHealth,
    private readonly maintenance: Maintenance,
    private readonly database: Database,
    private readonly settings: LiveSettings,
  ) {}

  onModuleInit(): void {
    const cachedAnswers = new CachedResponseLimits(this.database, () => {
      const { items, bytes } = quotaSettings(this.settings.current).cachedAnswers;
      return { maxOwnerResponses: items, maxOwnerBytes: bytes };
    });
    const contents = new RecordedContentLimits(this.database);
    this.maintenance.register({
      tables: RELAY_TABLES,
      tasks: [
        async () => ({ displacedAnswers: await cachedAnswers.displaceOldest() }),
        async () => ({ displacedContents: await contents.displaceOldest() }),
      ],
    });
    this.changes.follow({
      onChange: { channel_states: (id) => this.health.onChange(id) },
      reload: () => this.health.reload(),
    });
  }
}

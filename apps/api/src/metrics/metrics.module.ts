import { Catalog } from '#catalog';
import { DatabaseModule } from '#database';
import { ExportsModule } from '#exports';
import { JobsModule } from '#jobs';
import { BudgetsLeftRepository } from '#metering';
import { RelayModule } from '#relay';
import { ResponsesModule } from '#responses';
import { SettingsModule } from '#settings';
import { InstallationMetrics } from '#setup';
import { LOGGER, type Logger, Metrics } from '#telemetry';
import { WebhookQueueModule } from '#webhooks';
import { Module, type OnModuleInit } from '@nestjs/common';
import { createListedModelCheck } from './listed-model-check.js';
import { MetricsExposition } from './metrics-exposition.js';
import { MetricsSources } from './metrics-sources.js';
import { MetricsController } from './metrics.controller.js';
import { RecordingMetrics } from './recording-metrics.js';
import { ResponseMetrics } from './response-metrics.js';
import { StorageMetrics } from './storage-metrics.js';

/** The metrics of this process, and the endpoint for scrapes. */
@Module({
  imports: [
    DatabaseModule,
    ExportsModule,
    JobsModule,
    RelayModule,
    ResponsesModule,
    SettingsModule,
    WebhookQueueModule,
  ],
  controllers: [MetricsController],
  providers: [
    BudgetsLeftRepository,
    InstallationMetrics,
    MetricsExposition,
    MetricsSources,
    RecordingMetrics,
    ResponseMetrics,
    StorageMetrics,
    {
      provide: Metrics,
      inject: [Catalog, LOGGER],
      useFactory: (catalog: Catalog, logger: Logger) =>
        new Metrics({ isListedModel: createListedModelCheck(catalog), logger }),
    },
  ],
  exports: [Metrics],
})
export class MetricsModule implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly installation: InstallationMetrics,
  ) {}

  onModuleInit(): void {
    this.installation.addTo(this.metrics);
  }
}

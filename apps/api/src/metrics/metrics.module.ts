import { Catalog } from '#catalog';
import { RelayModule } from '#relay';
import { LOGGER, type Logger, Metrics } from '#telemetry';
import { Module } from '@nestjs/common';
import { listedModels } from './listed-models.js';
import { MetricsExposition } from './metrics-exposition.js';
import { MetricsSources } from './metrics-sources.js';
import { MetricsController } from './metrics.controller.js';
import { RecordingMetrics } from './recording-metrics.js';

/** What this process counts, and what a scrape is answered with. */
@Module({
  imports: [RelayModule],
  controllers: [MetricsController],
  providers: [
    MetricsExposition,
    MetricsSources,
    RecordingMetrics,
    {
      provide: Metrics,
      inject: [Catalog, LOGGER],
      useFactory: (catalog: Catalog, logger: Logger) =>
        new Metrics({ isListedModel: listedModels(catalog), logger }),
    },
  ],
  exports: [Metrics],
})
export class MetricsModule {}

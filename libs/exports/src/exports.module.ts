import { DatabaseModule } from '#database';
import { EgressModule } from '#egress';
import { JobsModule, Maintenance } from '#jobs';
import { UsageFeedRepository } from '#metering';
import { RecordedContentFeedRepository, RecordedContentRepository } from '#relay';
import { SecretsModule } from '#secrets';
import { type DynamicModule, Module, type OnModuleInit } from '@nestjs/common';
import { ExportFactory } from './export-factory.js';
import { ExportMetrics } from './export-metrics.js';
import { ExportStateRepository } from './export-state.repository.js';
import { ExportTimer } from './export-timer.js';
import { ContentFeed, RequestFeed } from './feeds.js';
import { EXPORTS_TABLES } from './table-retention.js';

/** Reports the progress of the exports. */
@Module({
  imports: [DatabaseModule, JobsModule, SecretsModule],
  providers: [
    ContentFeed,
    ExportMetrics,
    ExportStateRepository,
    RecordedContentFeedRepository,
    RecordedContentRepository,
    RequestFeed,
    UsageFeedRepository,
  ],
  exports: [ExportMetrics],
})
export class ExportsModule implements OnModuleInit {
  constructor(private readonly maintenance: Maintenance) {}

  /** Also runs the exports. */
  static forWorker(): DynamicModule {
    return {
      module: ExportsModule,
      imports: [EgressModule],
      providers: [ExportFactory, ExportTimer],
    };
  }

  onModuleInit(): void {
    this.maintenance.register({ tables: EXPORTS_TABLES });
  }
}

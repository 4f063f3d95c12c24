import { ExportMetrics } from '#exports';
import { QueueBacklogs } from '#jobs';
import { LOGGER, type Logger, ProcessMetrics } from '#telemetry';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';

/** What a worker has numbers of: itself, its queues, its exports and its connections. */
@Injectable()
export class WorkerMetrics extends ProcessMetrics implements OnModuleInit {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly backlogs: QueueBacklogs,
    private readonly exports: ExportMetrics,
  ) {
    super(logger);
  }

  onModuleInit(): void {
    this.backlogs.addTo(this);
    this.exports.addTo(this);
  }
}

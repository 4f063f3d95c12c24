import { TableChanges } from '#database';
import { ExportMetrics } from '#exports';
import { QueueBacklogs } from '#jobs';
import { InstallationMetrics } from '#setup';
import { LOGGER, type Logger, ProcessMetrics } from '#telemetry';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';

/** The metrics of a worker: the process, queues, exports, the installation, and whether notifications arrive. */
@Injectable()
export class WorkerMetrics extends ProcessMetrics implements OnModuleInit {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly backlogs: QueueBacklogs,
    private readonly exports: ExportMetrics,
    private readonly installation: InstallationMetrics,
    private readonly changes: TableChanges,
  ) {
    super(logger);
  }

  onModuleInit(): void {
    this.backlogs.addTo(this);
    this.exports.addTo(this);
    this.installation.addTo(this);
    const { changes } = this;
    this.addSource('changes_arriving', () => [{ value: changes.isArriving ? 1 : 0 }]);
  }
}

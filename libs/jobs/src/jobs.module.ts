import { CONFIG, type Config, requireDirectDatabaseUrl } from '#config';
import { DATABASE_TABLES, DatabaseModule } from '#database';
import { LOGGER, type Logger } from '#telemetry';
import { BullModule } from '@nestjs/bullmq';
import { type DynamicModule, Module, type OnModuleInit } from '@nestjs/common';
import { MaintenanceRunsRepository } from './maintenance/maintenance-runs.repository.js';
import { MaintenanceTimer } from './maintenance/maintenance-timer.js';
import { Maintenance } from './maintenance/maintenance.js';
import { type QueueConnection, QueueWorker } from './queue/queue-worker.js';
import { QueueBacklogs } from './queue-backlogs.js';
import { WakeQueues } from './queue/wake-queue.js';
import { JOBS_TABLES } from './table-retention.js';

@Module({})
class JobsWorkerModule {}

/** Wakes workers through queues, and collects the maintenance tasks of all libraries. */
@Module({
  imports: [DatabaseModule],
  providers: [Maintenance, MaintenanceRunsRepository, QueueBacklogs, WakeQueues],
  exports: [Maintenance, MaintenanceRunsRepository, QueueBacklogs, WakeQueues],
})
export class JobsModule implements OnModuleInit {
  constructor(private readonly maintenance: Maintenance) {}

  /** For worker processes: connects every LeasedWorker to its queue, and runs the maintenance. */
  static forWorker(): DynamicModule {
    BullModule.workerClass = QueueWorker;
    return {
      module: JobsWorkerModule,
      imports: [
        JobsModule,
        BullModule.forRootAsync({ inject: [CONFIG, LOGGER], useFactory: toBullOptions }),
        BullModule.registerQueue(),
      ],
      providers: [MaintenanceTimer],
    };
  }

  onModuleInit(): void {
    // The database library cannot import this one, so its tables are registered here.
    this.maintenance.register({ tables: [...DATABASE_TABLES, ...JOBS_TABLES] });
  }
}

/**
 * Nest passes the connection option to `QueueWorker` unchanged. It contains the settings for new connections, because a
 * worker outlives its connections.
 */
function toBullOptions(config: Config, logger: Logger): { connection: QueueConnection } {
  return { connection: { redisUrl: config.redisUrl, databaseUrl: requireDirectDatabaseUrl(config), logger } };
}

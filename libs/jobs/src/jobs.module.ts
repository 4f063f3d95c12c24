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

/** What is left for a worker to do: tells workers of it, and knows what maintenance there is. */
@Module({
  imports: [DatabaseModule],
  providers: [Maintenance, MaintenanceRunsRepository, QueueBacklogs, WakeQueues],
  exports: [Maintenance, MaintenanceRunsRepository, QueueBacklogs, WakeQueues],
})
export class JobsModule implements OnModuleInit {
  constructor(private readonly maintenance: Maintenance) {}

  /** Where it is done: lets every LeasedWorker be woken through its queue, and does the maintenance. */
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
    // The database library is below this one, and cannot register its own.
    this.maintenance.register({ tables: [...DATABASE_TABLES, ...JOBS_TABLES] });
  }
}

/**
 * Nest passes on as a connection whatever it was given: ours is not a connection but the means to make one, which is what
 * a worker that outlives its connections needs.
 */
function toBullOptions(config: Config, logger: Logger): { connection: QueueConnection } {
  return { connection: { redisUrl: config.redisUrl, databaseUrl: requireDirectDatabaseUrl(config), logger } };
}

import { type DynamicModule, Module } from '@nestjs/common';
import { ResponseWorker } from '#background-responses';
import { type MediaStore } from '#media';
import { type QueueSettings, queueModules } from '#queue';
import { type Logger } from '#telemetry';
import { TaskWorker } from '#video-tasks';
import { WebhookDispatcher } from '#webhooks';
import { BackgroundResponsesProcessor } from './background-responses/background-responses.processor.js';
import { LOGGER } from './logger.token.js';
import { MaintenanceRunsRepository } from './upkeep/maintenance-runs.repository.js';
import { MaintenanceTimer, WORKER_NAME } from './upkeep/maintenance-timer.js';
import { Upkeep, type UpkeepParts } from './upkeep/upkeep.js';
import { VideoProcessor } from './video/video.processor.js';
import { WebhookDeliverer } from './webhooks/webhook-deliverer.js';

export interface WorkerParts extends UpkeepParts {
  /** By which leases say who holds them. */
  worker: string;
  queue: QueueSettings;
  maintenanceRuns: MaintenanceRunsRepository;
  media: MediaStore;
  taskWorker: TaskWorker;
  responseWorker: ResponseWorker;
  webhooks: WebhookDispatcher;
  logger: Logger;
}

@Module({})
export class WorkerModule {
  static with(parts: WorkerParts): DynamicModule {
    return {
      module: WorkerModule,
      imports: queueModules({ ...parts.queue, logger: parts.logger }),
      providers: [
        { provide: LOGGER, useValue: parts.logger },
        { provide: Upkeep, useValue: new Upkeep(parts) },
        { provide: WORKER_NAME, useValue: parts.worker },
        { provide: MaintenanceRunsRepository, useValue: parts.maintenanceRuns },
        MaintenanceTimer,
        { provide: TaskWorker, useValue: parts.taskWorker },
        VideoProcessor,
        { provide: ResponseWorker, useValue: parts.responseWorker },
        BackgroundResponsesProcessor,
        { provide: WebhookDispatcher, useValue: parts.webhooks },
        WebhookDeliverer,
      ],
    };
  }
}

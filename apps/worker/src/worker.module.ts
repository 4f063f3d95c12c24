import { type DynamicModule, Module } from '@nestjs/common';
import { BACKGROUND_RESPONSES_QUEUE, ResponseWorker } from '#background-responses';
import { type MediaStore } from '#media';
import { type QueueSettings, queueModules } from '#queue';
import { type Logger } from '#telemetry';
import { TaskWorker, VIDEO_QUEUE } from '#video-tasks';
import { WebhookDispatcher } from '#webhooks';
import { BackgroundResponsesProcessor } from './background-responses/background-responses.processor.js';
import { LOGGER } from './logger.token.js';
import { UPKEEP_QUEUE } from './upkeep/upkeep-queue.js';
import { UpkeepProcessor } from './upkeep/upkeep.processor.js';
import { Upkeep, type UpkeepParts } from './upkeep/upkeep.js';
import { VideoProcessor } from './video/video.processor.js';
import { WebhookDeliverer } from './webhooks/webhook-deliverer.js';

export interface WorkerParts extends UpkeepParts {
  queue: QueueSettings;
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
      imports: queueModules(parts.queue, [UPKEEP_QUEUE, VIDEO_QUEUE, BACKGROUND_RESPONSES_QUEUE]),
      providers: [
        { provide: LOGGER, useValue: parts.logger },
        { provide: Upkeep, useValue: new Upkeep(parts) },
        UpkeepProcessor,
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

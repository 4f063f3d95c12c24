import { type DynamicModule, Module } from '@nestjs/common';
import { type TokenRepository } from '#access';
import { type QueueSettings, queueModules } from '#queue';
import { type ExpiredResponseRepository } from '#stored-responses';
import { type Logger } from '#telemetry';
import { LOGGER } from './logger.token.js';
import { UPKEEP_QUEUE } from './upkeep/upkeep-queue.js';
import { UpkeepProcessor } from './upkeep/upkeep.processor.js';
import { Upkeep } from './upkeep/upkeep.js';

export interface WorkerParts {
  queue: QueueSettings;
  tokens: TokenRepository;
  responses: ExpiredResponseRepository;
  logger: Logger;
}

@Module({})
export class WorkerModule {
  static with(parts: WorkerParts): DynamicModule {
    return {
      module: WorkerModule,
      imports: queueModules(parts.queue, [UPKEEP_QUEUE]),
      providers: [
        { provide: LOGGER, useValue: parts.logger },
        { provide: Upkeep, useValue: new Upkeep(parts.tokens, parts.responses) },
        UpkeepProcessor,
      ],
    };
  }
}

import { BullModule } from '@nestjs/bullmq';
import { type DynamicModule } from '@nestjs/common';
import { type QueueConnection, QueueWorker } from './queue-worker.js';

/**
 * Lets every `@Processor` work on its queue. Nest passes on as a connection whatever it was given: ours is not a
 * connection but the means to make one, which is what a worker that outlives its connections needs.
 */
export function queueModules(connection: QueueConnection): DynamicModule[] {
  BullModule.workerClass = QueueWorker;
  return [BullModule.forRoot({ connection }), BullModule.registerQueue()];
}

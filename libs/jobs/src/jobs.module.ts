import { BullModule } from '@nestjs/bullmq';
import { type DynamicModule, Module } from '@nestjs/common';
import { type QueueConnection, QueueWorker } from './queue/queue-worker.js';

/**
 * Lets every LeasedWorker be woken through its queue. Nest passes on as a connection whatever it was given: ours is not
 * a connection but the means to make one, which is what a worker that outlives its connections needs.
 */
@Module({})
export class JobsModule {
  static forRoot(connection: QueueConnection): DynamicModule {
    BullModule.workerClass = QueueWorker;
    return {
      module: JobsModule,
      imports: [BullModule.forRoot({ connection }), BullModule.registerQueue()],
    };
  }
}

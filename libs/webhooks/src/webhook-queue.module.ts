import { JobsModule, QueueBacklogs } from '#jobs';
import { Module, type OnModuleInit } from '@nestjs/common';
import { DELIVERIES } from './delivery.repository.js';

/** Lets a program say what waits to be delivered, whether it delivers or not. */
@Module({ imports: [JobsModule] })
export class WebhookQueueModule implements OnModuleInit {
  constructor(private readonly backlogs: QueueBacklogs) {}

  onModuleInit(): void {
    this.backlogs.register('webhooks', DELIVERIES);
  }
}

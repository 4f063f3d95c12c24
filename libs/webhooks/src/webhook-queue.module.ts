import { JobsModule, QueueBacklogs } from '#jobs';
import { Module, type OnModuleInit } from '@nestjs/common';
import { DELIVERIES } from './delivery.repository.js';

/** Reports the backlog of webhooks, also in processes that do not send them. */
@Module({ imports: [JobsModule] })
export class WebhookQueueModule implements OnModuleInit {
  constructor(private readonly backlogs: QueueBacklogs) {}

  onModuleInit(): void {
    this.backlogs.register('webhooks', DELIVERIES);
  }
}

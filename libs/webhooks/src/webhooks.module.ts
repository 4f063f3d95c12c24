import { AccessModule } from '#access';
import { DatabaseModule } from '#database';
import { EgressModule } from '#egress';
import { JobsModule, Maintenance } from '#jobs';
import { Module, type OnModuleInit } from '@nestjs/common';
import { DeliveryRepository } from './delivery.repository.js';
import { DeliverySender } from './delivery-sender.js';
import { WEBHOOKS_TABLES } from './table-retention.js';
import { WebhookQueueModule } from './webhook-queue.module.js';
import { WebhookWorker } from './webhook-worker.js';

/** Sends webhooks. Only workers import it, because it starts sending when the process has started. */
@Module({
  imports: [AccessModule, DatabaseModule, EgressModule, JobsModule, WebhookQueueModule],
  providers: [DeliveryRepository, DeliverySender, WebhookWorker],
  exports: [WebhookWorker],
})
export class WebhooksModule implements OnModuleInit {
  constructor(private readonly maintenance: Maintenance) {}

  onModuleInit(): void {
    this.maintenance.register({ tables: WEBHOOKS_TABLES });
  }
}

import { AccessModule } from '#access';
import { DatabaseModule } from '#database';
import { EgressModule } from '#egress';
import { JobsModule } from '#jobs';
import { Module } from '@nestjs/common';
import { DeliveryRepository } from './delivery.repository.js';
import { DeliverySender } from './delivery-sender.js';
import { WebhookQueueModule } from './webhook-queue.module.js';
import { WebhookWorker } from './webhook-worker.js';

/** Sends webhooks. Only workers import it, because it starts sending when the process has started. */
@Module({
  imports: [AccessModule, DatabaseModule, EgressModule, JobsModule, WebhookQueueModule],
  providers: [DeliveryRepository, DeliverySender, WebhookWorker],
  exports: [WebhookWorker],
})
export class WebhooksModule {}

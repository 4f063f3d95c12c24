import { WebhooksModule } from '#webhooks';
import { Module } from '@nestjs/common';
import { WebhookDeliverer } from './webhook-deliverer.js';

@Module({ imports: [WebhooksModule], providers: [WebhookDeliverer] })
export class WebhookDeliveriesModule {}

import { AccessModule, WebhookSecrets } from '#access';
import { CONFIG, type Config } from '#config';
import { DatabaseModule } from '#database';
import { EgressModule, PublicFetcher } from '#egress';
import { JobsModule } from '#jobs';
import { LOGGER, type Logger, Tracing } from '#telemetry';
import { Module } from '@nestjs/common';
import { DeliveryRepository } from './delivery.repository.js';
import { GATEWAY_ID } from './gateway-id.js';
import { WebhookQueueModule } from './webhook-queue.module.js';
import { WebhookWorker } from './webhook-worker.js';

/** Sends webhooks. Only workers import it, because it starts sending when the process has started. */
@Module({
  imports: [AccessModule, DatabaseModule, EgressModule, JobsModule, WebhookQueueModule],
  providers: [
    DeliveryRepository,
    {
      provide: WebhookWorker,
      inject: [DeliveryRepository, PublicFetcher, WebhookSecrets, CONFIG, Tracing, LOGGER],
      useFactory: (...[deliveries, sender, secrets, { file }, tracing, logger]: WorkerDependencies) => {
        const gatewaySecret = file?.budgets?.webhook?.secret;
        return new WebhookWorker({
          deliveries,
          tracing,
          sender,
          getSecrets: async (tokenId) =>
            tokenId === GATEWAY_ID && gatewaySecret !== undefined ? [gatewaySecret] : secrets.of(tokenId),
          logger,
        });
      },
    },
  ],
  exports: [WebhookWorker],
})
export class WebhooksModule {}

type WorkerDependencies = [DeliveryRepository, PublicFetcher, WebhookSecrets, Config, Tracing, Logger];

import { AccessModule, WebhookSecrets } from '#access';
import { CONFIG, type Config } from '#config';
import { DatabaseModule } from '#database';
import { EgressModule, PublicFetcher } from '#egress';
import { LOGGER, type Logger } from '#telemetry';
import { Module } from '@nestjs/common';
import { DeliveryRepository } from './delivery.repository.js';
import { GATEWAY_ID } from './gateway-id.js';
import { WebhookWorker } from './webhook-worker.js';

/** Tells other servers what has happened. */
@Module({
  imports: [AccessModule, DatabaseModule, EgressModule],
  providers: [
    DeliveryRepository,
    {
      provide: WebhookWorker,
      inject: [DeliveryRepository, PublicFetcher, WebhookSecrets, CONFIG, LOGGER],
      useFactory: (...[deliveries, sender, secrets, { file }, logger]: WorkerDependencies) => {
        const gatewaySecret = file?.budgets?.webhook?.secret;
        return new WebhookWorker({
          deliveries,
          sender,
          secretsOf: async (tokenId) =>
            tokenId === GATEWAY_ID && gatewaySecret !== undefined ? [gatewaySecret] : secrets.of(tokenId),
          logger,
        });
      },
    },
  ],
  exports: [WebhookWorker],
})
export class WebhooksModule {}

type WorkerDependencies = [DeliveryRepository, PublicFetcher, WebhookSecrets, Config, Logger];

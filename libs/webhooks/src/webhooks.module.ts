import { AccessModule, WebhookSecrets } from '#access';
import { CONFIG, type Config } from '#config';
import { DatabaseModule } from '#database';
import { EgressModule, PublicFetcher } from '#egress';
import { LOGGER, type Logger } from '#telemetry';
import { Module } from '@nestjs/common';
import { DeliveryRepository } from './delivery.repository.js';
import { GATEWAY_ID } from './gateway-id.js';
import { WebhookDispatcher } from './webhook-dispatcher.js';

/** Tells other servers what has happened. */
@Module({
  imports: [AccessModule, DatabaseModule, EgressModule],
  providers: [
    DeliveryRepository,
    {
      provide: WebhookDispatcher,
      inject: [DeliveryRepository, PublicFetcher, WebhookSecrets, CONFIG, LOGGER],
      useFactory: (...[deliveries, sender, secrets, { file }, logger]: DispatcherDependencies) => {
        const gatewaySecret = file?.budgets?.webhook?.secret;
        return new WebhookDispatcher({
          deliveries,
          sender,
          secretsOf: async (tokenId) =>
            tokenId === GATEWAY_ID && gatewaySecret !== undefined ? [gatewaySecret] : secrets.of(tokenId),
          logger,
        });
      },
    },
  ],
  exports: [WebhookDispatcher],
})
export class WebhooksModule {}

type DispatcherDependencies = [DeliveryRepository, PublicFetcher, WebhookSecrets, Config, Logger];

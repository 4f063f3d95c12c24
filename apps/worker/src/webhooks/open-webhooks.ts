import { TokenRepository, WebhookSecrets } from '#access';
import { type PublicFetcher } from '#egress';
import { type SecretBox } from '#secrets';
import { GATEWAY_ID } from '#setup';
import { type Logger } from '#telemetry';
import { DeliveryRepository, WebhookDispatcher } from '#webhooks';

interface WebhookParts {
  dataSource: ConstructorParameters<typeof DeliveryRepository>[0];
  secretBox: SecretBox;
  /** Signs what is told on behalf of no token; derived where nobody has chosen one. */
  gatewaySecret: string | undefined;
  fetcher: PublicFetcher;
  logger: Logger;
}

export function openWebhooks({
  dataSource,
  secretBox,
  gatewaySecret,
  fetcher,
  logger,
}: WebhookParts): WebhookDispatcher {
  const secrets = new WebhookSecrets(new TokenRepository(dataSource), secretBox);
  return new WebhookDispatcher({
    deliveries: new DeliveryRepository(dataSource),
    sender: fetcher,
    secretsOf: async (tokenId) =>
      tokenId === GATEWAY_ID && gatewaySecret !== undefined ? [gatewaySecret] : secrets.of(tokenId),
    logger,
  });
}

import { TokenRepository, WebhookSecrets } from '#access';
import { type PublicFetcher } from '#egress';
import { type SecretBox } from '#secrets';
import { type Logger } from '#telemetry';
import { DeliveryRepository, WebhookDispatcher } from '#webhooks';

interface WebhookParts {
  dataSource: ConstructorParameters<typeof DeliveryRepository>[0];
  secretBox: SecretBox;
  secretKey: Uint8Array;
  fetcher: PublicFetcher;
  logger: Logger;
}

export function openWebhooks({
  dataSource,
  secretBox,
  secretKey,
  fetcher,
  logger,
}: WebhookParts): WebhookDispatcher {
  const secrets = new WebhookSecrets(new TokenRepository(dataSource), { secretBox, secretKey });
  return new WebhookDispatcher({
    deliveries: new DeliveryRepository(dataSource),
    sender: fetcher,
    secretsOf: (tokenId) => secrets.of(tokenId),
    logger,
  });
}

import { SecretBox, deriveWebhookSecret } from '#secrets';
import { Inject, Injectable } from '@nestjs/common';
import { openWebhookSecret } from './stored-webhook-secret.js';
import { TokenRepository } from './token.repository.js';

/** The secrets that sign the webhooks of a token: chosen by its owner, or derived from the gateway's keys. */
@Injectable()
export class WebhookSecrets {
  constructor(
    @Inject(TokenRepository) private readonly tokens: Pick<TokenRepository, 'findByIds'>,
    private readonly secretBox: SecretBox,
  ) {}

  /** Newest first. More than one while receivers switch to a new secret, or while the gateway has several keys. */
  async of(tokenId: string): Promise<string[]> {
    const { secretBox } = this;
    const [token] = await this.tokens.findByIds([tokenId]);
    const sealed = token?.webhookSecret ?? undefined;
    if (sealed === undefined) return secretBox.keys.all().map((key) => deriveWebhookSecret(key, tokenId));
    const { secret, former } = openWebhookSecret(secretBox, tokenId, sealed);
    return former !== undefined && Date.now() < former.validUntilMs ? [secret, former.secret] : [secret];
  }
}

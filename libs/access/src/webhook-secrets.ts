import { type SecretBox, deriveWebhookSecret } from '#secrets';
import { openWebhookSecret } from './stored-webhook-secret.js';
import { type TokenRepository } from './token.repository.js';

/** What calls on behalf of a token are signed with. Every token has a secret, chosen by its owner or derived. */
export class WebhookSecrets {
  constructor(
    private readonly tokens: Pick<TokenRepository, 'findByIds'>,
    private readonly secretBox: SecretBox,
  ) {}

  /** The newest first; more than one only while a receiver may still be changing over. */
  async of(tokenId: string): Promise<string[]> {
    const { secretBox } = this;
    const [token] = await this.tokens.findByIds([tokenId]);
    const sealed = token?.webhookSecret ?? undefined;
    if (sealed === undefined) return secretBox.keys.all().map((key) => deriveWebhookSecret(key, tokenId));
    const { secret, former } = openWebhookSecret(secretBox, tokenId, sealed);
    return former !== undefined && Date.now() < former.validUntilMs ? [secret, former.secret] : [secret];
  }
}

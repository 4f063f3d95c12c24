import { type SecretBox } from '#secrets';
import { type TokenEntity } from './token.entity.js';

/** How long webhooks are also signed with the previous secret, so that receivers can switch without losing any. */
const OVERLAP_MS = 24 * 60 * 60 * 1000;

/** The decrypted value of `tokens.webhook_secret`. */
export interface StoredWebhookSecret {
  secret: string;
  former?: { secret: string; validUntilMs: number };
}

export function openWebhookSecret(
  secretBox: SecretBox,
  tokenId: string,
  sealed: Uint8Array,
): StoredWebhookSecret {
  return JSON.parse(secretBox.open(sealed, toSealContext(tokenId))) as StoredWebhookSecret;
}

/** Seals the new secret, with the previous one for the overlap. An unchanged secret keeps its sealed value. */
export function replaceWebhookSecret(
  secretBox: SecretBox,
  { id, webhookSecret }: Pick<TokenEntity, 'id' | 'webhookSecret'>,
  wanted: string | undefined,
): Buffer | null {
  if (wanted === undefined) return null;
  const stored = webhookSecret === null ? undefined : openWebhookSecret(secretBox, id, webhookSecret);
  if (stored?.secret === wanted) return webhookSecret;
  const replacement: StoredWebhookSecret = { secret: wanted };
  if (stored !== undefined) {
    replacement.former = { secret: stored.secret, validUntilMs: Date.now() + OVERLAP_MS };
  }
  return secretBox.seal(JSON.stringify(replacement), toSealContext(id));
}

function toSealContext(tokenId: string): string {
  return `tokens/${tokenId}/webhook_secret`;
}

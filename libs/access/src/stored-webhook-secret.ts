import { type SecretBox } from '#secrets';
import { type TokenEntity } from './token.entity.js';

/** How long calls are signed with the former secret too, so that a receiver can change over without missing one. */
const OVERLAP_MS = 24 * 60 * 60 * 1000;

/** What `tokens.webhook_secret` holds, once it is opened. */
export interface StoredWebhookSecret {
  secret: string;
  former?: { secret: string; validUntilMs: number };
}

export function openWebhookSecret(
  secretBox: SecretBox,
  tokenId: string,
  sealed: Uint8Array,
): StoredWebhookSecret {
  return JSON.parse(secretBox.open(sealed, toPlace(tokenId))) as StoredWebhookSecret;
}

/** Seals the secret that is wanted from now on. The one that is stored is kept as it is where it says the same. */
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
  return secretBox.seal(JSON.stringify(replacement), toPlace(id));
}

function toPlace(tokenId: string): string {
  return `tokens/${tokenId}/webhook_secret`;
}

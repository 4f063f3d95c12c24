import { hkdfSync } from 'node:crypto';

const SECRET_BYTES = 32;

/**
 * The secret that signs the webhooks of a token whose owner has chosen none: HKDF-SHA256 of the gateway's key
 * (MODELGATE_SECRET_KEY), without salt, with `modelgate/webhook-secret/<token id>` as info, 32 bytes. It is not stored,
 * and reveals neither the key nor the secrets of other tokens.
 */
export function deriveWebhookSecret(secretKey: Uint8Array, tokenId: string): string {
  const info = `modelgate/webhook-secret/${tokenId}`;
  const secret = hkdfSync('sha256', secretKey, new Uint8Array(), info, SECRET_BYTES);
  return `whsec_${Buffer.from(secret).toString('base64')}`;
}

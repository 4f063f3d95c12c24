import { hkdfSync } from 'node:crypto';

const SECRET_BYTES = 32;

/**
 * What calls on behalf of a token are signed with, where its owner has chosen no secret: HKDF-SHA256 over the
 * gateway's key (MODELGATE_SECRET_KEY), without salt, with `modelgate/webhook-secret/<token id>` as its info, 32 bytes
 * long. It is the same each time, is stored nowhere, and tells nothing about the key or about another token's secret.
 */
export function deriveWebhookSecret(secretKey: Uint8Array, tokenId: string): string {
  const info = `modelgate/webhook-secret/${tokenId}`;
  const secret = hkdfSync('sha256', secretKey, new Uint8Array(), info, SECRET_BYTES);
  return `whsec_${Buffer.from(secret).toString('base64')}`;
}

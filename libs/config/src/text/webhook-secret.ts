const MIN_BYTES = 24;
const MAX_BYTES = 64;

/** The form that Standard Webhooks gives to a secret. Anything else would sign calls that nobody can verify. */
export function isWebhookSecret(text: string): boolean {
  const encoded = /^whsec_(.+)$/.exec(text)?.[1] ?? '';
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length < MIN_BYTES || bytes.length > MAX_BYTES) return false;
  return bytes.toString('base64') === encoded;
}

export const WEBHOOK_SECRET = `a webhook secret (whsec_ and ${MIN_BYTES} to ${MAX_BYTES} bytes in base64)`;

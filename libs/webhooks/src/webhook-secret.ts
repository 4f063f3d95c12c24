const MIN_BYTES = 24;
const MAX_BYTES = 64;

/** The key in a secret of Standard Webhooks. Throws for anything else: an empty key would let anybody sign. */
export function parseWebhookKey(secret: string): Buffer {
  const encoded = /^whsec_(.+)$/.exec(secret)?.[1] ?? '';
  const key = Buffer.from(encoded, 'base64');
  const isExact = key.toString('base64') === encoded;
  if (!isExact || key.length < MIN_BYTES || key.length > MAX_BYTES) {
    throw new Error(`a webhook secret is whsec_ and ${MIN_BYTES} to ${MAX_BYTES} bytes in base64`);
  }
  return key;
}

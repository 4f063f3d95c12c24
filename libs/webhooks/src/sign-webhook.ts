import { createHmac } from 'node:crypto';

const MIN_BYTES = 24;

const MAX_BYTES = 64;

export interface UnsignedWebhook {
  id: string;
  timestampSeconds: number;
  /** Exactly as it is sent. */
  body: string;
  /** The one in use, and the former one while receivers change over. */
  secrets: readonly string[];
}

/** The headers by which a receiver knows who calls, after Standard Webhooks. Throws rather than sign with nothing. */
export function signWebhook({
  id,
  timestampSeconds,
  body,
  secrets,
}: UnsignedWebhook): Record<string, string> {
  if (secrets.length === 0) throw new Error('a webhook needs a secret to be signed with');
  const signatures = secrets.map((secret) => {
    const hmac = createHmac('sha256', parseWebhookKey(secret));
    return `v1,${hmac.update(`${id}.${timestampSeconds}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signatures.join(' '),
  };
}

/** The key in a secret of Standard Webhooks. Throws for anything else: an empty key would let anybody sign. */
function parseWebhookKey(secret: string): Buffer {
  const encoded = /^whsec_(.+)$/.exec(secret)?.[1] ?? '';
  const key = Buffer.from(encoded, 'base64');
  const isExact = key.toString('base64') === encoded;
  if (!isExact || key.length < MIN_BYTES || key.length > MAX_BYTES) {
    throw new Error(`a webhook secret is whsec_ and ${MIN_BYTES} to ${MAX_BYTES} bytes in base64`);
  }
  return key;
}

import { createHmac } from 'node:crypto';

const MIN_BYTES = 24;

const MAX_BYTES = 64;

export interface UnsignedWebhook {
  id: string;
  timestampSeconds: number;
  /** Exactly as it is sent. */
  body: string;
  /** The current secret, and the previous one while receivers change over. */
  secrets: readonly string[];
}

/** The headers of Standard Webhooks, with which a receiver verifies the sender. Throws if there is no secret. */
export function signWebhook({
  id,
  timestampSeconds,
  body,
  secrets,
}: UnsignedWebhook): Record<string, string> {
  if (secrets.length === 0) throw new Error('a webhook requires a secret for signing');
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

/**
 * The key in a secret of Standard Webhooks. Throws if it is invalid, because a signature with an empty key can be
 * forged.
 */
function parseWebhookKey(secret: string): Buffer {
  const encoded = /^whsec_(.+)$/.exec(secret)?.[1] ?? '';
  const key = Buffer.from(encoded, 'base64');
  const isExact = key.toString('base64') === encoded;
  if (!isExact || key.length < MIN_BYTES || key.length > MAX_BYTES) {
    throw new Error(`a webhook secret is whsec_ and ${MIN_BYTES} to ${MAX_BYTES} bytes in base64`);
  }
  return key;
}

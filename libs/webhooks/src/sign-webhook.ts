import { createHmac } from 'node:crypto';
import { parseWebhookKey } from './webhook-secret.js';

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

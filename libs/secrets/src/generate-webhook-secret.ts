import { randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** A random secret in the format of Standard Webhooks. */
export function generateWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

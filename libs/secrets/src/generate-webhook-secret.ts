import { randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** A new secret in the form that Standard Webhooks gives to one. */
export function generateWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

const MAX_CREDENTIAL_LENGTH = 8192;

const MIN_SECRET_BYTES = 24;

const MAX_SECRET_BYTES = 64;

export const WEBHOOK_SECRET = `a webhook secret (whsec_ and ${MIN_SECRET_BYTES} to ${MAX_SECRET_BYTES} bytes in base64)`;

/** Whether the text can be sent in an Authorization header: printable ASCII without spaces. */
export function isCredential(text: string): boolean {
  return text.length <= MAX_CREDENTIAL_LENGTH && /^[\x21-\x7e]+$/.test(text);
}

export const CREDENTIAL = 'a key (printable ASCII characters without spaces)';

/** The format of Standard Webhooks. Receivers could not verify signatures with other secrets. */
export function isWebhookSecret(text: string): boolean {
  const encoded = /^whsec_(.+)$/.exec(text)?.[1] ?? '';
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length < MIN_SECRET_BYTES || bytes.length > MAX_SECRET_BYTES) return false;
  return bytes.toString('base64') === encoded;
}

import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { deriveWebhookSecret } from './derive-webhook-secret.js';

const KEY = Buffer.alloc(32, 7);

/** RFC 5869 with one block of output. */
function hkdf(key: Uint8Array, info: string): Buffer {
  const extracted = createHmac('sha256', Buffer.alloc(32)).update(key).digest();
  return createHmac('sha256', extracted).update(info).update(Buffer.of(1)).digest();
}

describe('deriveWebhookSecret', () => {
  it('is derived by HKDF-SHA256, so that it can be shown at any time', () => {
    const expected = hkdf(KEY, 'modelgate/webhook-secret/token-1').toString('base64');
    expect(deriveWebhookSecret(KEY, 'token-1')).toBe(`whsec_${expected}`);
  });

  it('differs by token and by gateway', () => {
    const secrets = [
      deriveWebhookSecret(KEY, 'token-1'),
      deriveWebhookSecret(KEY, 'token-2'),
      deriveWebhookSecret(Buffer.alloc(32, 8), 'token-1'),
    ];
    expect(new Set(secrets).size).toBe(3);
  });
});

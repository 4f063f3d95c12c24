import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { signWebhook } from './sign-webhook.js';

const newSecret = (bytes = 32): string => `whsec_${randomBytes(bytes).toString('base64')}`;
const nowSeconds = (): number => Math.floor(Date.now() / 1000);

describe('signWebhook', () => {
  it('is equal to the signature of the official library', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const [id, body, timestampSeconds] = [
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      '{"test": 2432232314}',
      1_614_265_330,
    ];
    expect(signWebhook({ id, timestampSeconds, body, secrets: [secret] })).toEqual({
      'webhook-id': id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': new Webhook(secret).sign(id, new Date(timestampSeconds * 1000), body),
    });
  });

  it.each([24, 32, 64])('is verified with a secret of %i bytes and any body', (bytes) => {
    const secret = newSecret(bytes);
    for (const message of [{}, { text: 'Größe, 大きさ, 🎬' }, { dots: 'a.b.c' }]) {
      const body = JSON.stringify(message);
      const headers = signWebhook({ id: 'msg_1', timestampSeconds: nowSeconds(), body, secrets: [secret] });
      expect(new Webhook(secret).verify(body, headers)).toEqual(message);
    }
  });

  it('is verified with either secret while one is being replaced', () => {
    const secrets = [newSecret(), newSecret()];
    const headers = signWebhook({ id: 'msg_1', timestampSeconds: nowSeconds(), body: '{"a":1}', secrets });
    for (const secret of secrets) expect(new Webhook(secret).verify('{"a":1}', headers)).toEqual({ a: 1 });
    expect(() => new Webhook(newSecret()).verify('{"a":1}', headers)).toThrow('No matching signature');
  });

  it.each([
    ['another body', { body: '{"a":2}' }],
    ['another id', { 'webhook-id': 'msg_2' }],
    ['another time', { 'webhook-timestamp': String(nowSeconds() + 1) }],
  ])('does not match %s', (_what, change) => {
    const secret = newSecret();
    const signed = signWebhook({
      id: 'msg_1',
      timestampSeconds: nowSeconds() - 5,
      body: '{"a":1}',
      secrets: [secret],
    });
    const { body, ...headers } = { body: '{"a":1}', ...signed, ...change };
    expect(() => new Webhook(secret).verify(body, headers)).toThrow('No matching signature');
  });

  it.each([
    ['no secret', []],
    ['an empty secret', ['']],
    ['an empty key', ['whsec_']],
    ['no prefix', [randomBytes(32).toString('base64')]],
    ['a short key', [newSecret(23)]],
    ['a long key', [newSecret(65)]],
    ['text that is not base64', [`whsec_${'*'.repeat(40)}`]],
    ['base64 with a foreign character', [`${newSecret(24)}!`]],
    ['a valid secret and an empty one', [newSecret(), 'whsec_']],
  ])('rejects %s', (_what, secrets) => {
    const message = { id: 'msg_1', timestampSeconds: nowSeconds(), body: '{}', secrets };
    expect(() => signWebhook(message)).toThrow('secret');
  });
});

import { describe, expect, it } from '@jest/globals';
import { type ClientSecretRepository, type Token, type TokenEntity, asToken } from '#access';
import { ClientSecrets } from './client-secrets.js';

type StoredSecret = Awaited<ReturnType<ClientSecretRepository['find']>>;

const NOW_MS = Date.parse('2026-03-01T12:00:00Z');
const SETTINGS = { type: 'realtime', model: 'm' };
const ATTEMPT = { credential: 'ek_known', address: '127.0.0.1', nowMs: NOW_MS };

const tokenWith = (changes: Partial<TokenEntity> = {}): Token =>
  asToken({
    id: 't',
    name: 'server',
    owner: null,
    models: null,
    allowedIps: null,
    expiresAt: null,
    enabled: true,
    ...changes,
  } as TokenEntity);

/** With one secret of a token that lives for another minute. */
function createSecrets(token: Token | undefined): ClientSecrets {
  const expiresAt = new Date(NOW_MS + 60_000);
  return new ClientSecrets({
    secrets: {
      create: () => Promise.reject(new Error('not asked for')),
      find: (secret, now): Promise<StoredSecret> => {
        const isKnown = secret === 'ek_known' && now < expiresAt;
        return Promise.resolve(isKnown ? { tokenId: 't', settings: SETTINGS, expiresAt } : undefined);
      },
    },
    tokens: { findCurrent: ({ id }) => (id === 't' ? token : undefined) },
    relay: {
      plan: () => {
        throw new Error('not asked for');
      },
    },
  });
}

describe('who comes with a client secret', () => {
  it('is its token, with the settings that it was issued for', async () => {
    const token = tokenWith();
    expect(await createSecrets(token).authenticate(ATTEMPT)).toEqual({ token, settings: SETTINGS });
  });

  it.each([
    ['with another secret', { ...ATTEMPT, credential: 'ek_other' }],
    ['when it has expired', { ...ATTEMPT, nowMs: NOW_MS + 60_000 }],
  ])('is nobody %s', async (_when, attempt) => {
    const refusal = { kind: 'unknown-token', message: expect.stringContaining('client secret') };
    await expect(createSecrets(tokenWith()).authenticate(attempt)).rejects.toMatchObject(refusal);
  });

  it.each([
    ['deleted', undefined, 'unknown-token'],
    ['disabled', tokenWith({ enabled: false }), 'disabled-token'],
    ['over', tokenWith({ expiresAt: new Date(NOW_MS) }), 'expired-token'],
    ['for other addresses', tokenWith({ allowedIps: ['10.0.0.0/8'] }), 'address-not-allowed'],
  ])('is nobody once its token is %s', async (_what, token, kind) => {
    await expect(createSecrets(token).authenticate(ATTEMPT)).rejects.toMatchObject({ kind });
  });
});

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

/** One secret, which expires in a minute. */
function createSecrets(token: Token | undefined): ClientSecrets {
  const expiresAt = new Date(NOW_MS + 60_000);
  return new ClientSecrets(
    {
      create: () => Promise.reject(new Error('not expected')),
      find: (secret, now): Promise<StoredSecret> => {
        const isKnown = secret === 'ek_known' && now < expiresAt;
        return Promise.resolve(isKnown ? { tokenId: 't', settings: SETTINGS, expiresAt } : undefined);
      },
    },
    { findCurrent: ({ id }) => (id === 't' ? token : undefined) },
    {
      plan: () => {
        throw new Error('not expected');
      },
    },
  );
}

describe('authentication with a client secret', () => {
  it('returns its token and its settings', async () => {
    const token = tokenWith();
    expect(await createSecrets(token).authenticate(ATTEMPT)).toEqual({ token, settings: SETTINGS });
  });

  it.each([
    ['with another secret', { ...ATTEMPT, credential: 'ek_other' }],
    ['when it has expired', { ...ATTEMPT, nowMs: NOW_MS + 60_000 }],
  ])('fails %s', async (_when, attempt) => {
    const refusal = { kind: 'unknown-token', message: expect.stringContaining('client secret') };
    await expect(createSecrets(tokenWith()).authenticate(attempt)).rejects.toMatchObject(refusal);
  });

  it.each([
    ['deleted', undefined, 'unknown-token'],
    ['disabled', tokenWith({ enabled: false }), 'disabled-token'],
    ['over', tokenWith({ expiresAt: new Date(NOW_MS) }), 'expired-token'],
    ['for other addresses', tokenWith({ allowedIps: ['10.0.0.0/8'] }), 'address-not-allowed'],
  ])('fails if its token is %s', async (_what, token, kind) => {
    await expect(createSecrets(token).authenticate(ATTEMPT)).rejects.toMatchObject({ kind });
  });
});

import { describe, expect, it } from '@jest/globals';
import { type Channel, DEFAULT_TIMEOUTS } from '#catalog';
import { accountName, pinAccount } from './pinned-account.js';

describe('the account of a video', () => {
  const channel = { provider: 'openai', headers: {}, timeouts: DEFAULT_TIMEOUTS } as Channel;

  it.each([
    ['channel', undefined, DEFAULT_TIMEOUTS],
    ['model', { ...DEFAULT_TIMEOUTS, wholeMs: 7 }, { ...DEFAULT_TIMEOUTS, wholeMs: 7 }],
  ])('is waited for as its %s says', (_whose, timeouts, expected) => {
    expect(pinAccount({ channel, upstreamModel: 'm', timeouts }, 'key').timeouts).toEqual(expected);
  });

  it('is that of an identity, where the channel has no key', () => {
    const auth = { type: 'google', credentialsFile: 'a.json' } as const;
    const place = { region: 'r', project: 'p', location: 'l' };
    const pinned = pinAccount({ channel: { ...channel, ...place, auth }, upstreamModel: 'm' }, undefined);
    expect(pinned).toMatchObject({ ...place, auth });
    const other = { ...pinned, auth: { ...auth, credentialsFile: 'b.json' } };
    expect(accountName(other)).not.toBe(accountName(pinned));
  });
});

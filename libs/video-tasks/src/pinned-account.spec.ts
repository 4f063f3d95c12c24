import { describe, expect, it } from '@jest/globals';
import { type Channel, DEFAULT_TIMEOUTS } from '#catalog';
import { accountName, pinAccount } from './pinned-account.js';

describe('a pinned account', () => {
  const channel = { provider: 'openai', headers: {}, timeouts: DEFAULT_TIMEOUTS } as Channel;

  it.each([
    ['channel', undefined, DEFAULT_TIMEOUTS],
    ['model', { ...DEFAULT_TIMEOUTS, wholeMs: 7 }, { ...DEFAULT_TIMEOUTS, wholeMs: 7 }],
  ])('has the timeouts of its %s', (_source, timeouts, expected) => {
    expect(pinAccount({ channel, upstreamModel: 'm', timeouts }, 'key').timeouts).toEqual(expected);
  });

  it('is identified by `auth` if the channel has no key', () => {
    const auth = { type: 'google', credentialsFile: 'a.json' } as const;
    const cloud = { region: 'r', project: 'p', location: 'l' };
    const pinned = pinAccount({ channel: { ...channel, ...cloud, auth }, upstreamModel: 'm' }, undefined);
    expect(pinned).toMatchObject({ ...cloud, auth });
    const other = { ...pinned, auth: { ...auth, credentialsFile: 'b.json' } };
    expect(accountName(other)).not.toBe(accountName(pinned));
  });
});

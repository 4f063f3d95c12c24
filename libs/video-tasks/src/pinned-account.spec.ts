import { describe, expect, it } from '@jest/globals';
import { type Channel, DEFAULT_TIMEOUTS } from '#catalog';
import { pinAccount } from './pinned-account.js';

describe('the account of a video', () => {
  const channel = { provider: 'openai', headers: {}, timeouts: DEFAULT_TIMEOUTS } as Channel;

  it.each([
    ['channel', undefined, DEFAULT_TIMEOUTS],
    ['model', { ...DEFAULT_TIMEOUTS, wholeMs: 7 }, { ...DEFAULT_TIMEOUTS, wholeMs: 7 }],
  ])('is waited for as its %s says', (_whose, timeouts, expected) => {
    expect(pinAccount({ channel, upstreamModel: 'm', timeouts }, 'key').timeouts).toEqual(expected);
  });
});

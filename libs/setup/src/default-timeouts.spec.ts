import { describe, expect, it } from '@jest/globals';
import { type ChannelEntity, DEFAULT_TIMEOUTS, toChannelSettings, openStoredChannel } from '#catalog';
import { readChannelEntry } from '#config';
import { listKnownProviders } from '#providers';
import { type SecretBox } from '#secrets';
import { channelsFromEnvironment } from './usual-channels.js';

const AS_LONG_AS_CLIENTS_WAIT = {
  connectMs: 5_000,
  firstByteMs: 300_000,
  idleMs: 300_000,
  wholeMs: 600_000,
};
const ENTRY = { name: 'a', provider: 'openai', models: ['m'] };

const getTimeouts = (entry: object) =>
  toChannelSettings(readChannelEntry(entry, listKnownProviders())).timeouts;

describe('how long a channel is waited for where nobody has said', () => {
  it.each([
    ['by the catalogue', () => DEFAULT_TIMEOUTS],
    ['by an entry without timeouts', () => getTimeouts(ENTRY)],
    ['by an entry that names none of them', () => getTimeouts({ ...ENTRY, timeouts: {} })],
    [
      'by a key in the environment',
      () =>
        channelsFromEnvironment([{ provider: 'openai', variable: 'OPENAI_API_KEY', apiKey: 'k' }])[0]
          ?.timeouts,
    ],
    ['by a row of an earlier version', () => stored({ connectMs: 5_000 }).timeouts],
  ])('is the same everywhere: %s', (_where, timeouts) => {
    expect(timeouts()).toEqual(AS_LONG_AS_CLIENTS_WAIT);
  });

  it('does not take the place of what somebody has said', () => {
    expect(stored({ connectMs: 1, firstByteMs: 2, idleMs: 3, wholeMs: 4 }).timeouts).toEqual({
      connectMs: 1,
      firstByteMs: 2,
      idleMs: 3,
      wholeMs: 4,
    });
  });
});

function stored(timeouts: ChannelEntity['timeouts']) {
  const secretBox = { open: () => '{"apiKeys":[],"headers":{}}' } as unknown as SecretBox;
  return openStoredChannel({ timeouts, secrets: Buffer.of() } as unknown as ChannelEntity, secretBox);
}

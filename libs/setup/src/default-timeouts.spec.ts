import { describe, expect, it } from '@jest/globals';
import { type ChannelEntity, DEFAULT_TIMEOUTS, toChannelSettings, openStoredChannel } from '#catalog';
import { readChannelEntry } from '#config';
import { listKnownProviders } from '#providers';
import { type SecretBox } from '#secrets';
import { buildEnvironmentChannels } from './default-channels.js';

const CLIENT_LIBRARY_TIMEOUTS = {
  connectMs: 5_000,
  firstByteMs: 300_000,
  idleMs: 300_000,
  wholeMs: 600_000,
};
const ENTRY = { name: 'a', provider: 'openai', models: ['m'] };

const getTimeouts = (entry: object) =>
  toChannelSettings(readChannelEntry(entry, listKnownProviders())).timeouts;

describe('the default timeouts of a channel', () => {
  it.each([
    ['of the catalog', () => DEFAULT_TIMEOUTS],
    ['of an entry without timeouts', () => getTimeouts(ENTRY)],
    ['of an entry with empty timeouts', () => getTimeouts({ ...ENTRY, timeouts: {} })],
    [
      'of a channel from the environment',
      () =>
        buildEnvironmentChannels([{ provider: 'openai', variable: 'OPENAI_API_KEY', apiKey: 'k' }])[0]
          ?.timeouts,
    ],
    ['of a row of an earlier version', () => stored({ connectMs: 5_000 }).timeouts],
  ])('are the same: %s', (_name, timeouts) => {
    expect(timeouts()).toEqual(CLIENT_LIBRARY_TIMEOUTS);
  });

  it('do not replace configured timeouts', () => {
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

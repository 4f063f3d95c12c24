import { describe, expect, it } from '@jest/globals';
import { type Channel, DEFAULT_TIMEOUTS, type Target } from '#catalog';
import { accountName } from './pinned-account.js';
import { getRemixSource } from './remix.js';
import { type VideoTask } from './task.js';

const CHANNEL = { provider: 'openai', apiKeys: ['sk-1', 'sk-2'], timeouts: DEFAULT_TIMEOUTS, headers: {} };
const MEMO = { isTask: true };

const targetTo = (members: Partial<Channel>): Target => ({
  channel: { ...CHANNEL, ...members } as Channel,
  upstreamModel: 'other-model',
});
const catalogOf = (...channels: Partial<Channel>[]) => ({ targetsFor: () => channels.map(targetTo) });

const COMPLETED = {
  status: 'completed',
  model: 'clips',
  account: accountName({ provider: 'openai', apiKey: 'sk-2' }),
  upstreamId: 'video_1',
  upstreamMemo: MEMO,
  upstreamModel: 'sora-2',
} as const satisfies Partial<VideoTask>;

const getSource = (task: object, ...channels: Partial<Channel>[]) =>
  getRemixSource({ ...COMPLETED, ...task } as unknown as VideoTask, catalogOf(...channels));

describe('what a new version of a video starts from', () => {
  it('is what the account that made it knows it by, whichever channel leads there', () => {
    const { account } = COMPLETED;
    const elsewhere = { baseUrl: 'https://elsewhere.example/v1' };
    expect(getSource({}, elsewhere, {})).toEqual({
      account,
      upstreamId: 'video_1',
      memo: MEMO,
      upstreamModel: 'sora-2',
    });
  });

  it.each([
    ['is not finished', 'video_not_ready', { status: 'in_progress' }, {}],
    ['has failed', 'video_failed', { status: 'failed' }, {}],
    ['was made by a key that no channel has any more', 'video_account_gone', {}, { apiKeys: ['sk-3'] }],
    ['was made at another address', 'video_account_gone', {}, { baseUrl: 'https://elsewhere.example/v1' }],
    ['was made by a service that is no longer used', 'remix_not_supported', {}, { provider: 'gemini' }],
    [
      'was made by a service that has no versions',
      'remix_not_supported',
      { account: accountName({ provider: 'gemini', apiKey: 'sk-1' }) },
      { provider: 'gemini' },
    ],
  ])('is nothing where the video %s', (_name, code, task, channel) => {
    expect(() => getSource(task, channel)).toThrow(
      expect.objectContaining({ kind: 'invalid-request', param: 'task_id', code }),
    );
  });
});

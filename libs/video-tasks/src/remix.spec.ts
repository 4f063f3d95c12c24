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

describe('the source of a remix', () => {
  it('identifies the video at the account that created it, whichever channel uses the account', () => {
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
    ['the video is not finished', 'video_not_ready', { status: 'in_progress' }, {}],
    ['the task failed', 'video_failed', { status: 'failed' }, {}],
    ['no channel has the key any more', 'video_account_gone', {}, { apiKeys: ['sk-3'] }],
    [
      'the video was created at another URL',
      'video_account_gone',
      {},
      { baseUrl: 'https://elsewhere.example/v1' },
    ],
    ['the provider is no longer used', 'remix_not_supported', {}, { provider: 'gemini' }],
    [
      'the provider does not support remixing',
      'remix_not_supported',
      { account: accountName({ provider: 'gemini', apiKey: 'sk-1' }) },
      { provider: 'gemini' },
    ],
  ])('is an error if %s', (_name, code, task, channel) => {
    expect(() => getSource(task, channel)).toThrow(
      expect.objectContaining({ kind: 'invalid-request', param: 'task_id', code }),
    );
  });
});

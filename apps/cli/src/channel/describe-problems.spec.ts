import { type ChannelView } from '#admin';
import { describe, expect, it } from '@jest/globals';
import { describeProblems } from './list.command.js';

type Parts = Pick<ChannelView, 'api_keys'> & { models: ChannelView['health']['models'] };

const createChannel = ({ api_keys, models }: Parts) =>
  ({ api_keys, health: { status: 'degraded', models } }) as ChannelView;
const HEALTHY = { status: 'healthy', reason: null, since: null, until: null } as const;
const EJECTED = {
  status: 'ejected',
  reason: 'failures',
  since: '2030-01-01T12:29:59.000Z',
  until: '2030-01-01T12:30:59.000Z',
} as const;

describe('the problems of a channel', () => {
  it('are undefined for a healthy channel', () => {
    const channel = createChannel({
      api_keys: [{ hint: '…abcd', ...HEALTHY }],
      models: [{ upstream_model: 'x', ...HEALTHY }],
    });
    expect(describeProblems(channel)).toBeUndefined();
  });

  it('contain keys and models with reason and end', () => {
    const channel = createChannel({
      api_keys: [{ hint: '…abcd', ...EJECTED, reason: null, until: null }],
      models: [
        { upstream_model: 'x', ...EJECTED },
        { upstream_model: 'y', ...HEALTHY },
      ],
    });
    expect(describeProblems(channel)).toBe(
      'key …abcd ejected; x ejected (failures, until 2030-01-01 12:30Z)',
    );
  });
});

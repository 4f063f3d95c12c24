import { type ChannelView } from '#admin';
import { describe, expect, it } from '@jest/globals';
import { describeTrouble } from './list.command.js';

type Parts = Pick<ChannelView, 'api_keys'> & { models: ChannelView['health']['models'] };

const channelWith = ({ api_keys, models }: Parts) =>
  ({ api_keys, health: { status: 'degraded', models } }) as ChannelView;
const WELL = { status: 'healthy', reason: null, since: null, until: null } as const;
const EJECTED = {
  status: 'ejected',
  reason: 'failures',
  since: '2030-01-01T12:29:59.000Z',
  until: '2030-01-01T12:30:59.000Z',
} as const;

describe('the trouble of a channel', () => {
  it('is nothing where all is well', () => {
    const well = channelWith({
      api_keys: [{ hint: '…abcd', ...WELL }],
      models: [{ upstream_model: 'x', ...WELL }],
    });
    expect(describeTrouble(well)).toBeUndefined();
  });

  it('names keys and models, why, and until when', () => {
    const ill = channelWith({
      api_keys: [{ hint: '…abcd', ...EJECTED, reason: null, until: null }],
      models: [
        { upstream_model: 'x', ...EJECTED },
        { upstream_model: 'y', ...WELL },
      ],
    });
    expect(describeTrouble(ill)).toBe('key …abcd ejected; x ejected (failures, until 2030-01-01 12:30Z)');
  });
});

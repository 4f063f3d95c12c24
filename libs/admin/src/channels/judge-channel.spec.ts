import { describe, expect, it } from '@jest/globals';
import { type ChannelResult } from '#catalog';
import { type ChannelEvidence, judgeChannel } from './judge-channel.js';

const at = (time: string): Date => new Date(`2026-11-15T${time}Z`);
const since = at('12:00:00').toISOString();

const judge = ({ result, keys = 'healthy', models = ['healthy'] }: Given) =>
  judgeChannel({
    result,
    keys: [{ name: 'Key …x7Qa', status: keys, reason: 'key-refused', since }],
    models: models.map((status, index) => ({
      name: `m${index}`,
      status,
      reason: status === 'healthy' ? null : 'overloaded',
      since,
    })),
  });

type Status = ChannelEvidence['keys'][number]['status'];

interface Given {
  result?: ChannelResult;
  keys?: Status;
  models?: Status[];
}

const works: ChannelResult = { okAt: at('12:00:00'), failedAt: at('11:00:00') };
const fails = (okAt: Date | undefined, outcome = 'upstream-error'): ChannelResult => ({
  okAt,
  failedAt: at('12:00:30'),
  failingSince: at('12:00:20'),
  failure: { source: 'request', outcome, upstreamStatus: 500, upstreamModel: 'm0' },
});

describe('how a channel stands', () => {
  it.each<[string, Given, string]>([
    ['never asked', {}, 'not_tested'],
    ['it worked last', { result: works }, 'healthy'],
    ['a request failed last', { result: fails(undefined) }, 'failing'],
    ['it worked long before', { result: fails(at('11:00:00')) }, 'failing'],
    ['it worked a moment before', { result: fails(at('12:00:10')) }, 'degraded'],
    ['it was asked too much', { result: fails(undefined, 'upstream-overloaded') }, 'degraded'],
    ['one of its models rests', { result: works, models: ['healthy', 'cooling'] }, 'degraded'],
    ['all of its models rest', { result: works, models: ['cooling', 'ejected'] }, 'failing'],
    ['its key is refused', { result: works, keys: 'refused' }, 'failing'],
  ])('%s', (_case, given, status) => {
    expect(judge(given).status).toBe(status);
  });

  it('says why, since when, and what to do', () => {
    expect(judge({ result: fails(undefined, 'upstream-auth') })).toEqual({
      status: 'failing',
      reason: 'The upstream refused the key of the channel (status 500). The model was m0.',
      since: '2026-11-15T12:00:20.000Z',
      advice: 'Put a valid key in the place of the one that is refused.',
    });
    const failure = {
      source: 'test',
      message: 'x.example does not exist.',
      advice: 'Check base_url.',
    } as const;
    expect(
      judge({ result: { failedAt: at('12:00:00'), failingSince: at('12:00:00'), failure } }),
    ).toMatchObject({
      status: 'failing',
      reason: 'The last test failed: x.example does not exist.',
      advice: 'Check base_url.',
    });
    expect(judge({ keys: 'refused' })).toMatchObject({
      reason: 'Key …x7Qa: the service refuses this key.',
      since,
      advice: 'Put a valid key in its place.',
    });
    expect(judge({})).toMatchObject({ advice: 'Test it.' });
  });
});

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

describe('the health of a channel', () => {
  it.each<[string, Given, string]>([
    ['without requests', {}, 'not_tested'],
    ['after a success', { result: works }, 'healthy'],
    ['after a failure', { result: fails(undefined) }, 'failing'],
    ['after a failure long after a success', { result: fails(at('11:00:00')) }, 'failing'],
    ['after a failure shortly after a success', { result: fails(at('12:00:10')) }, 'degraded'],
    ['after an overload', { result: fails(undefined, 'upstream-overloaded') }, 'degraded'],
    ['with one model out of use', { result: works, models: ['healthy', 'cooling'] }, 'degraded'],
    ['with all models out of use', { result: works, models: ['cooling', 'ejected'] }, 'failing'],
    ['with a refused key', { result: works, keys: 'refused' }, 'failing'],
  ])('%s', (_case, given, status) => {
    expect(judge(given).status).toBe(status);
  });

  it('has the reason, the beginning and advice', () => {
    expect(judge({ result: fails(undefined, 'upstream-auth') })).toEqual({
      status: 'failing',
      reason: 'The upstream rejected the API key of the channel (status 500). The model was m0.',
      since: '2026-11-15T12:00:20.000Z',
      advice: 'Replace the key.',
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
      reason: 'Key …x7Qa: the provider rejects this key.',
      since,
      advice: 'Replace the key.',
    });
    expect(judge({})).toMatchObject({ advice: 'Test the channel.' });
  });
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { DEFAULT_TIMEOUTS } from '#catalog';
import { type CredentialSource } from '#credentials';
import { type RealtimeService, type ServiceSession } from './__fixtures__/realtime-service.js';
import { Stage } from './__fixtures__/stage.js';

const noModel = { error: { message: 'The model `up-m` does not exist.', code: 'model_not_found' } };

describe('beginning a session', () => {
  const stage = new Stage();
  let first: RealtimeService;
  let second: RealtimeService;
  beforeEach(async () => {
    first = await stage.service();
    second = await stage.service();
  });
  afterEach(() => stage.clear());

  it('asks the upstream with our key, for its own model', async () => {
    stage.begin([first]);
    const { request } = await first.session();
    expect(request.url).toBe('/v1/realtime?model=up-m');
    expect(request.headers).toMatchObject({
      authorization: 'Bearer sk-secret-key-of-ours',
      'user-agent': 'modelgate',
    });
    expect(request.headers['openai-beta']).toBeUndefined();
  });

  it('says so where the upstream speaks the first version', async () => {
    stage.begin([first], { format: 'openai-realtime-beta' });
    expect((await first.session()).request.headers['openai-beta']).toBe('realtime=v1');
  });

  it.each([
    [{ status: 429, body: { error: { message: 'slow down' } } }, 'upstream-overloaded', 429],
    [{ status: 401, body: { error: { message: 'no' } } }, 'upstream-auth', 401],
    [{ status: 503, body: {} }, 'upstream-error', 503],
    [{ status: 404, body: {} }, 'upstream-model-unavailable', 404],
  ])('goes on to the next channel after %j', async (refusal, outcome, upstreamStatus) => {
    first.refusal = refusal;
    const harness = stage.begin([first, second]);
    await harness.waitFor('session.created');
    expect(harness.call.record.attempts).toMatchObject([
      { channel: 'channel-0', outcome, upstreamStatus, reason: 'first' },
      { channel: 'channel-1', reason: 'failover', plan: 'passthrough' },
    ]);
    expect(harness.notRealtime).toEqual([]);
    await harness.close();
    expect(harness.call.record.attempts[1]?.outcome).toBe('ok');
  });

  it('renews credentials that the upstream refuses, and asks it once more', async () => {
    const refused: unknown[] = [];
    const fresh = { kind: 'bearer', token: 'fresh' } as const;
    const credentials: CredentialSource = {
      current: { kind: 'bearer', token: 'stale' },
      ready: () => Promise.reject(new Error('there are some')),
      renew: (one) => Promise.resolve(refused.push(one) === 1 ? fresh : undefined),
      requireAddress: () => undefined,
      addresses: [],
    };
    first.refusal = { status: 401, body: { error: { message: 'no' } } };
    const asked: (string | undefined)[] = [];
    first.isRefused = ({ headers }) => {
      asked.push(headers.authorization);
      return headers.authorization !== 'Bearer fresh';
    };
    const harness = stage.begin([first], { channel: { apiKeys: [], credentials } });
    await harness.waitFor('session.created');
    expect(asked).toEqual(['Bearer stale', 'Bearer fresh']);
    expect(refused).toEqual([{ kind: 'bearer', token: 'stale' }]);
    expect(harness.call.record.attempts).toHaveLength(1);
  });

  it.each<[string, (session: ServiceSession) => void, string]>([
    [
      'an error',
      (session) => session.send({ type: 'error', error: { type: 'server_error', message: 'down' } }),
      'upstream-error',
    ],
    [
      'an empty account',
      (session) => session.send({ type: 'error', error: { code: 'insufficient_quota' } }),
      'upstream-quota',
    ],
    ['a close frame', (session) => session.socket.close(1013), 'upstream-overloaded'],
    ['a lost connection', (session) => session.socket.terminate(), 'upstream-unreachable'],
    ['something else', (session) => session.send({ type: 'hello' }), 'upstream-bad-response'],
  ])('goes on where the first word is %s', async (_, onConnection, outcome) => {
    first.onConnection = onConnection;
    const harness = stage.begin([first, second]);
    await harness.waitFor('session.created');
    expect(harness.call.record.attempts[0]).toMatchObject({ outcome });
    expect(harness.events).toHaveLength(1);
  });

  const impatient = { ...DEFAULT_TIMEOUTS, firstByteMs: 50 };

  it.each([
    ['channel', { channel: { timeouts: impatient } }],
    ['model', { timeouts: impatient }],
  ])('does not wait for longer than its %s says', async (_whose, options) => {
    first.onConnection = () => undefined;
    const harness = stage.begin([first], options);
    expect(await harness.session.ended).toMatchObject({ error: { kind: 'upstream-timeout' } });
    expect(harness.session.isNotRealtime).toBe(false);
  });

  it('ends with the last refusal, and gives nothing of ours away', async () => {
    first.refusal = {
      status: 400,
      body: { error: { message: 'Key sk-secret-key-of-ours is odd.' } },
    };
    const { error } = await stage.begin([first]).session.ended;
    expect(error).toMatchObject({ kind: 'upstream-rejected', message: 'Key [hidden] is odd.' });
  });

  it.each<[string, (service: RealtimeService) => void]>([
    ['by a status', (service) => (service.refusal = { status: 404, body: noModel })],
    [
      'by another status',
      (service) => (service.refusal = { status: 400, body: { error: { param: 'model' } } }),
    ],
    [
      'in an event',
      (service) => (service.onConnection = (session) => session.send({ type: 'error', ...noModel })),
    ],
  ])('finds out that the model is none for this: %s', async (_, prepare) => {
    prepare(first);
    const harness = stage.begin([first, second]);
    await harness.send({ type: 'session.update', session: {} });
    expect(await harness.session.ended).toMatchObject({ error: { kind: 'unsupported-capability' } });
    expect(harness.session.isNotRealtime).toBe(true);
    expect(harness.notRealtime).toEqual(['channel-0']);
    expect(harness.received).toEqual([]);
    expect(second.sessions).toEqual([]);
  });

  it('can be called off', async () => {
    first.onConnection = () => undefined;
    const harness = stage.begin([first, second]);
    const session = await first.session();
    await harness.session.close(new GatewayError('client-gone', 'gone'));
    expect(await harness.session.ended).toMatchObject({ error: { kind: 'client-gone' } });
    await new Promise((resolve) => session.socket.once('close', resolve));
    expect(second.sessions).toEqual([]);
  });

  it('keeps a place at the channel until its end', async () => {
    const harness = stage.begin([first], { channel: { maxConcurrency: 1 } });
    await harness.waitFor('session.created');
    expect(harness.call.record.firstByteMs).toBeGreaterThan(0);
    await harness.close();
    expect(harness.call.record.attempts).toMatchObject([{ outcome: 'ok' }]);
  });
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { DEFAULT_TIMEOUTS } from '#catalog';
import { type CredentialSource } from '#credentials';
import { type RealtimeService, type ServiceSession } from './__fixtures__/realtime-service.js';
import { TestSessions } from './__fixtures__/test-sessions.js';

const noModel = { error: { message: 'The model `up-m` does not exist.', code: 'model_not_found' } };

describe('the start of a session', () => {
  const sessions = new TestSessions();
  let first: RealtimeService;
  let second: RealtimeService;
  beforeEach(async () => {
    first = await sessions.service();
    second = await sessions.service();
  });
  afterEach(() => sessions.clear());

  it('sends the key of the channel and the name of the upstream model', async () => {
    sessions.start([first]);
    const { request } = await first.session();
    expect(request.url).toBe('/v1/realtime?model=up-m');
    expect(request.headers).toMatchObject({
      authorization: 'Bearer sk-secret-key-of-ours',
      'user-agent': 'modelgate',
    });
    expect(request.headers['openai-beta']).toBeUndefined();
  });

  it('sends the header of the beta protocol if the upstream uses it', async () => {
    sessions.start([first], { format: 'openai-realtime-beta' });
    expect((await first.session()).request.headers['openai-beta']).toBe('realtime=v1');
  });

  it.each([
    [{ status: 429, body: { error: { message: 'slow down' } } }, 'upstream-overloaded', 429],
    [{ status: 401, body: { error: { message: 'no' } } }, 'upstream-auth', 401],
    [{ status: 503, body: {} }, 'upstream-error', 503],
    [{ status: 404, body: {} }, 'upstream-model-unavailable', 404],
  ])('tries the next channel after %j', async (refusal, outcome, upstreamStatus) => {
    first.refusal = refusal;
    const harness = sessions.start([first, second]);
    await harness.waitFor('session.created');
    expect(harness.call.record.attempts).toMatchObject([
      { channel: 'channel-0', outcome, upstreamStatus, reason: 'first' },
      { channel: 'channel-1', reason: 'failover', plan: 'passthrough' },
    ]);
    expect(harness.notRealtime).toEqual([]);
    await harness.close();
    expect(harness.call.record.attempts[1]?.outcome).toBe('ok');
  });

  it('renews rejected credentials, and tries once more', async () => {
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
    const request: (string | undefined)[] = [];
    first.isRefused = ({ headers }) => {
      request.push(headers.authorization);
      return headers.authorization !== 'Bearer fresh';
    };
    const harness = sessions.start([first], { channel: { apiKeys: [], credentials } });
    await harness.waitFor('session.created');
    expect(request).toEqual(['Bearer stale', 'Bearer fresh']);
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
      'an exhausted quota',
      (session) => session.send({ type: 'error', error: { code: 'insufficient_quota' } }),
      'upstream-quota',
    ],
    ['a close frame', (session) => session.socket.close(1013), 'upstream-overloaded'],
    ['a lost connection', (session) => session.socket.terminate(), 'upstream-interrupted'],
    ['something else', (session) => session.send({ type: 'hello' }), 'upstream-bad-response'],
  ])('tries the next channel if the first event is %s', async (_, onConnection, outcome) => {
    first.onConnection = onConnection;
    const harness = sessions.start([first, second]);
    await harness.waitFor('session.created');
    expect(harness.call.record.attempts[0]).toMatchObject({ outcome });
    expect(harness.events).toHaveLength(1);
  });

  const impatient = { ...DEFAULT_TIMEOUTS, firstByteMs: 50 };

  it.each([
    ['channel', { channel: { timeouts: impatient } }],
    ['model', { timeouts: impatient }],
  ])('times out after the timeout of its %s', async (_whose, options) => {
    first.onConnection = () => undefined;
    const harness = sessions.start([first], options);
    expect(await harness.session.ended).toMatchObject({ error: { kind: 'upstream-timeout' } });
    expect(harness.session.isNotRealtime).toBe(false);
  });

  it('ends with the last error, without secrets', async () => {
    first.refusal = {
      status: 400,
      body: { error: { message: 'Key sk-secret-key-of-ours is odd.' } },
    };
    const { error } = await sessions.start([first]).session.ended;
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
  ])('detects that the model has no realtime API: %s', async (_, prepare) => {
    prepare(first);
    const harness = sessions.start([first, second]);
    await harness.send({ type: 'session.update', session: {} });
    expect(await harness.session.ended).toMatchObject({ error: { kind: 'unsupported-capability' } });
    expect(harness.session.isNotRealtime).toBe(true);
    expect(harness.notRealtime).toEqual(['channel-0']);
    expect(harness.received).toEqual([]);
    expect(second.sessions).toEqual([]);
  });

  it('can be aborted', async () => {
    first.onConnection = () => undefined;
    const harness = sessions.start([first, second]);
    const session = await first.session();
    await harness.session.close(new GatewayError('client-gone', 'gone'));
    expect(await harness.session.ended).toMatchObject({ error: { kind: 'client-gone' } });
    await new Promise((resolve) => session.socket.once('close', resolve));
    expect(second.sessions).toEqual([]);
  });

  it('occupies a slot of the channel until its end', async () => {
    const harness = sessions.start([first], { channel: { maxConcurrency: 1 } });
    await harness.waitFor('session.created');
    expect(harness.call.record.firstByteMs).toBeGreaterThan(0);
    await harness.close();
    expect(harness.call.record.attempts).toMatchObject([{ outcome: 'ok' }]);
  });
});

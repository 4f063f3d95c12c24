import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ErrorKind, GatewayError } from '#canonical';
import { eventually } from '../../../../test/eventually/index.js';
import { type RealtimeService } from './__fixtures__/realtime-service.js';
import { TestSessions } from './__fixtures__/test-sessions.js';

const sessions = new TestSessions();
let service: RealtimeService;
beforeEach(async () => {
  service = await sessions.service();
});
afterEach(() => sessions.clear());

describe('an upstream that closes', () => {
  it.each([1000, 1001])('with %i ends the session without an error', async (code) => {
    const harness = sessions.start([service]);
    const session = await service.session();
    await harness.waitFor('session.created');
    session.socket.close(code, 'See http://10.0.0.7/ and sk-secret-key-of-ours');
    expect(await harness.session.ended).toEqual({ code, reason: 'See [address] and [hidden]' });
    expect(harness.call.record.attempts).toMatchObject([{ outcome: 'ok' }]);
  });

  it.each<[number, number, ErrorKind]>([
    [1008, 1008, 'upstream-error'],
    [1011, 1011, 'upstream-error'],
    [1012, 1012, 'upstream-overloaded'],
    [1013, 1013, 'upstream-overloaded'],
    [3000, 1011, 'upstream-error'],
    [4001, 1011, 'upstream-error'],
  ])('with %i ends the session with an error: %i', async (code, received, kind) => {
    const harness = sessions.start([service]);
    const session = await service.session();
    await harness.waitFor('session.created');
    session.socket.close(code, 'because');
    expect(await harness.session.ended).toMatchObject({
      code: received,
      reason: 'because',
      error: { kind, message: `The connection to the provider was lost (code ${code}): because` },
    });
    expect(harness.call.record.attempts).toMatchObject([{ outcome: kind }]);
  });

  it('without a close frame ends it with an error, after its frames were received', async () => {
    const harness = sessions.start([service]);
    const session = await service.session();
    await harness.waitFor('session.created');
    session.send({ type: 'made.up' });
    session.socket.send('{}', () => session.socket.terminate());
    expect(await harness.session.ended).toMatchObject({
      code: 1011,
      error: { kind: 'upstream-interrupted' },
    });
    expect(harness.events.map(({ type }) => type)).toEqual(['session.created', 'made.up', undefined]);
  });

  it('during a response ends it with an error, with any code', async () => {
    const harness = sessions.start([service]);
    const session = await service.session();
    await harness.waitFor('session.created');
    session.send({ type: 'response.created', response: { id: 'r1' } });
    await harness.waitFor('response.created');
    session.socket.close(1000);
    const end = await harness.session.ended;
    expect(end).toMatchObject({ error: { kind: 'upstream-interrupted' } });
    expect(end.code).toBeUndefined();
  });
});

describe('a session that is closed', () => {
  it.each<[ErrorKind, number]>([
    ['client-gone', 1000],
    ['shutting-down', 1001],
    ['disabled-token', 1001],
  ])('because of %s closes the upstream with %i', async (kind, code) => {
    const harness = sessions.start([service]);
    const session = await service.session();
    await harness.waitFor('session.created');
    await harness.session.close(new GatewayError(kind, 'bye'));
    await eventually(() => session.closeCode !== undefined);
    expect(session.closeCode).toBe(code);
    expect(harness.call.record.attempts).toMatchObject([{ outcome: 'ok' }]);
    expect(harness.session.receive({ data: Buffer.from('{}'), isBinary: false })).toBeUndefined();
  });

  it('can be closed repeatedly', async () => {
    const harness = sessions.start([service]);
    await harness.waitFor('session.created');
    await Promise.all([harness.close(), harness.close()]);
    await harness.session.close(new GatewayError('internal-error', 'again'));
    expect(await harness.session.ended).toMatchObject({ error: { kind: 'client-gone' } });
  });
});

describe('an internal error', () => {
  it('ends the session', async () => {
    const harness = sessions.start([service]);
    const session = await service.session();
    await harness.waitFor('session.created');
    harness.drained = () => {
      throw new Error('a bug');
    };
    session.send({ type: 'made.up' });
    expect(await harness.session.ended).toMatchObject({ error: { kind: 'internal-error' } });
    await eventually(() => session.closeCode !== undefined);
  });
});

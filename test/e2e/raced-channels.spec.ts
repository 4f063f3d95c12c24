import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { type LogLine, TEST_TOKEN, type TestGateway, channelTo, startTestGateway } from '../harness/index.js';

const HEDGE_MS = 30;
/** Long enough for the second channel to be asked, and to fail. */
const SLOW_MS = 400;

describe('a request whose channels are raced', () => {
  let first: FakeUpstream;
  let second: FakeUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    [first, second] = await Promise.all([startFakeUpstream(), startFakeUpstream()]);
    gateway = await startTestGateway({
      models: [{ id: 'm', hedgeMs: HEDGE_MS }],
      channels: [
        { ...channelTo(first), name: 'first', priority: 1 },
        { ...channelTo(second), name: 'second' },
      ],
    });
  });

  afterEach(() => {
    gateway.forgetFaults();
  });

  afterAll(async () => {
    await gateway.stop();
    await Promise.all([first.close(), second.close()]);
  });

  const askAndReadLog = async (): Promise<LogLine> => {
    const response = await fetch(`${gateway.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'one two' }] }),
    });
    expect(response.status).toBe(200);
    await response.text();
    return gateway.getLog(response.headers.get('x-request-id') ?? '');
  };

  it('is logged with the channel that has answered, also where another was asked last', async () => {
    first.script({ kind: 'json', delayMs: SLOW_MS });
    second.script({ kind: 'hang' });
    expect(await askAndReadLog()).toMatchObject({
      channel: 'first',
      attempts: [
        { channel: 'first', reason: 'first', outcome: 'ok' },
        { channel: 'second', reason: 'hedge', outcome: 'called-off' },
      ],
    });
  });

  it('goes back to the channel that has asked for a moment, not to the one that was asked last', async () => {
    const headers = { 'retry-after': '0.1' };
    const body = { error: { message: 'Slow down.', code: 'rate_limit_exceeded' } };
    first.script({ kind: 'json', status: 429, body, headers, delayMs: SLOW_MS });
    second.script({ kind: 'error', status: 500 });
    expect(await askAndReadLog()).toMatchObject({
      channel: 'first',
      attempts: [
        { channel: 'first', reason: 'first', outcome: 'upstream-overloaded' },
        { channel: 'second', reason: 'hedge', outcome: 'upstream-error' },
        { channel: 'first', reason: 'retry', outcome: 'ok' },
      ],
    });
  });
});

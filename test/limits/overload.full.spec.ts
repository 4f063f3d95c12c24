import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FairGate } from '#limits';
import { TEST_TOKEN, type TestGateway, eventually, startTestGateway } from '../harness/index.js';

/** Longer than any request may wait, with what is allowed for a pause. */
const SPIN_MS = 1_050;
/** Fewer of them are not called an overload. */
const REQUESTS = 100;
const LARGE_BYTES = 2 * 1_048_576;

interface Call {
  path: string;
  headers?: Record<string, string>;
  status: number;
  words: string;
}

const CALLS: Call[] = [
  { path: '/v1/chat/completions', status: 503, words: '"code":"server_is_overloaded"' },
  {
    path: '/v1/messages',
    headers: { 'anthropic-version': '2023-06-01' },
    status: 529,
    words: '"type":"overloaded_error"',
  },
  {
    path: '/v1beta/models/sandbox-chat:generateContent',
    status: 503,
    words: '"status":"UNAVAILABLE"',
  },
];

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway({ sandbox: true, shedsOverload: true });
});

afterAll(async () => {
  await gateway.stop();
});

function send(path: string, headers: Record<string, string> = {}, content = 'hello'): Promise<Response> {
  const messages = [{ role: 'user', content }];
  return fetch(gateway.origin + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ model: 'sandbox-chat', max_tokens: 5, messages }),
  });
}

/** Keeps the event loop busy, as more requests than it can serve do. */
async function whileOverloaded(act: () => Promise<void>): Promise<void> {
  const gate = gateway.get(FairGate);
  const timer = setInterval(() => {
    const endAt = performance.now() + SPIN_MS;
    for (let request = 0; request < REQUESTS; request += 1) gate.findRefusal('another token', 0);
    while (performance.now() < endAt);
  }, 1);
  try {
    await eventually(() => gate.isOverloaded || undefined);
    await act();
  } finally {
    clearInterval(timer);
  }
}

describe('an overloaded process', () => {
  it('refuses in the format of the caller, answers health checks, and serves again afterwards', async () => {
    await whileOverloaded(async () => {
      // The second refusal of a caller is sent before its request is looked at.
      for (const isRepeated of [false, true]) {
        const responses = CALLS.map(async ({ path, headers, status, words }) => {
          const response = await send(path, headers);
          expect([path, isRepeated, response.status]).toEqual([path, isRepeated, status]);
          expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
          expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(3);
          expect(response.headers.get('content-type')).toMatch(/^application\/json/);
          expect(response.headers.get('x-request-id')).toMatch(/^req_/);
          expect(await response.text()).toContain(words);
        });
        const health = fetch(`${gateway.origin}/healthz`);
        await Promise.all(responses);
        expect((await health).status).toBe(200);
      }
      const large = await send('/v1/chat/completions', {}, 'x'.repeat(LARGE_BYTES));
      expect(large.status).toBe(503);
      expect(large.headers.get('connection')).toBe('close');
    });
    await eventually(async () => (await send('/v1/chat/completions')).status === 200 || undefined);
    const metrics = await (await fetch(`${gateway.origin}/metrics`)).text();
    const refused = [...metrics.matchAll(/^modelgate_overload_refused_total\{reason="\w+"\} (\d+)$/gm)];
    const count = refused.reduce((sum, [, value]) => sum + Number(value), 0);
    expect(count).toBeGreaterThanOrEqual(2 * CALLS.length + 1);
  }, 60_000);
});

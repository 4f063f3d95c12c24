import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { type TestGateway, startTestGateway } from '../harness/index.js';
import { RawClient } from './raw-client.js';
import { type StepwiseUpstream, startStepwiseUpstream } from './stepwise-upstream.js';

const STREAM = { model: 'm', messages: [{ role: 'user' as const, content: 'hi' }], stream: true as const };
const CHUNK = 'data: {"id":"1","choices":[{"index":0,"delta":{"content":"word"},"finish_reason":null}]}\n\n';
const DONE = 'data: [DONE]\n\n';

describe('a gateway that is stopped', () => {
  let upstream: StepwiseUpstream;

  beforeEach(async () => {
    upstream = await startStepwiseUpstream();
  });

  afterEach(() => upstream.close());

  const start = (graceMs: number): Promise<TestGateway> => {
    const channel = { name: 'main', provider: 'openai-compatible', apiKey: 'sk-upstream-1', models: ['m'] };
    return startTestGateway({ graceMs, channels: [{ ...channel, baseUrl: upstream.url }] });
  };

  it('finishes the running stream, accepts no new connection, and then stops', async () => {
    const gateway = await start(0);
    const arriving = upstream.nextStream();
    const client = RawClient.post(gateway, STREAM);
    const response = await arriving;
    response.write(CHUNK);
    await client.waitFor('"word"');

    let hasStopped = false;
    const stopping = gateway.stop().then(() => (hasStopped = true));
    await expectRefusal(gateway);
    response.write(CHUNK);
    await client.waitFor(`${CHUNK}\r\n`);
    expect(hasStopped).toBe(false);
    response.end(DONE);
    await client.ended();
    expect(client.body).toEqual({ text: CHUNK + CHUNK + DONE, isWhole: true });
    // The client would keep its connection for another request; the gateway does not wait for that.
    await stopping;
    await client.closed();
  });

  it('reports on /readyz that it is no longer ready, while balancers may still send requests', async () => {
    const gateway = await start(500);
    expect((await fetch(`${gateway.origin}/readyz`)).status).toBe(200);
    const stopping = gateway.stop();
    const answer = await fetch(`${gateway.origin}/readyz`);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('connection')).toBe('close');
    expect((await fetch(`${gateway.origin}/healthz`)).status).toBe(200);
    await stopping;
  });
});

/** Opens new connections until one is refused. */
async function expectRefusal({ origin }: TestGateway): Promise<void> {
  const { hostname, port } = new URL(origin);
  for (let tries = 0; tries < 200; tries += 1) {
    const socket = connect(Number(port), hostname);
    const isRefused = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(false));
      socket.once('error', () => resolve(true));
    });
    socket.destroy();
    if (isRefused) return;
  }
  throw new Error('the gateway still takes connections');
}

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, request } from 'node:http';
import { TEST_TOKEN, type TestGateway, eventually, startTestGateway, channelTo } from '../harness/index.js';
import { type StepwiseUpstream, startStepwiseUpstream } from './stepwise-upstream.js';

const EVENT_BYTES = 64 * 1024;
const EVENTS = 1024;
/** The most that two loopback connections may buffer, and far less than the 64 MB that are sent. */
const MAX_IN_FLIGHT_BYTES = 32 * 2 ** 20;
const STANDSTILL_MS = 250;

describe('a client that stops reading', () => {
  let upstream: StepwiseUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    upstream = await startStepwiseUpstream();
    gateway = await startTestGateway({
      channels: [channelTo(upstream)],
    });
  });

  afterAll(async () => {
    await gateway.stop();
    await upstream.close();
  });

  it('pauses the upstream too, and receives everything once it continues', async () => {
    const arriving = upstream.nextStream();
    const answering = postStream(gateway);
    const source = new Source(await arriving);
    const sending = source.sendAll();
    const answer = await answering;

    await source.waitUntilPaused();
    expect(source.sentBytes).toBeLessThan(MAX_IN_FLIGHT_BYTES);

    const received = createHash('sha256');
    for await (const chunk of answer) received.update(chunk as Buffer);
    await sending;
    expect(source.sentBytes).toBeGreaterThan(EVENTS * EVENT_BYTES);
    expect(received.digest('hex')).toBe(source.digest());
  });
});

/** Sends as much as backpressure allows, and counts it. */
class Source {
  sentBytes = 0;
  private readonly hash = createHash('sha256');

  constructor(private readonly response: ServerResponse) {}

  async sendAll(): Promise<void> {
    for (let count = 0; count < EVENTS; count += 1) {
      const content = `${count} ${'x'.repeat(EVENT_BYTES)}`;
      await this.send(
        `data: {"choices":[{"index":0,"delta":{"content":"${content}"},"finish_reason":null}]}\n\n`,
      );
    }
    await this.send('data: [DONE]\n\n');
    this.response.end();
  }

  async waitUntilPaused(): Promise<void> {
    let lastBytes = -1;
    let since = performance.now();
    await eventually(() => {
      if (this.sentBytes !== lastBytes) since = performance.now();
      lastBytes = this.sentBytes;
      return performance.now() - since > STANDSTILL_MS || undefined;
    });
  }

  digest(): string {
    return this.hash.digest('hex');
  }

  private async send(text: string): Promise<void> {
    this.sentBytes += text.length;
    this.hash.update(text);
    if (!this.response.write(text)) await once(this.response, 'drain');
  }
}

/** The status and headers of the response; nothing of its body is read yet. */
async function postStream({ baseUrl }: TestGateway): Promise<IncomingMessage> {
  const call = request(`${baseUrl}/chat/completions`, {
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
  });
  call.end('{"model":"m","stream":true,"messages":[{"role":"user","content":"hi"}]}');
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  return answer;
}

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { TEST_TOKEN, type TestGateway, startTestGateway, channelTo } from '../harness/index.js';
import { RawClient, toEvents } from './raw-client.js';
import { type StepwiseUpstream, startStepwiseUpstream } from './stepwise-upstream.js';

const STREAM = { model: 'm', messages: [{ role: 'user' as const, content: 'hi' }], stream: true as const };
const KEEP_ALIVE = ': keep-alive\n\n';
const CHUNK =
  'data: {"id":"1","choices":[{"index":0,"delta":{"role":"assistant","content":"word"},"finish_reason":null}]}\n\n';
const FINISH =
  'data: {"id":"1","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';

describe('a stream without events', () => {
  let upstream: StepwiseUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    upstream = await startStepwiseUpstream();
    gateway = await startTestGateway({
      keepAliveMs: 20,
      channels: [channelTo(upstream)],
    });
  });

  afterAll(async () => {
    await gateway.stop();
    await upstream.close();
  });

  const begin = async () => {
    const arriving = upstream.nextStream();
    const client = RawClient.post(gateway, STREAM);
    return { client, response: await arriving };
  };

  it('is kept alive before its first event and between events', async () => {
    const { client, response } = await begin();
    await client.waitFor(KEEP_ALIVE);
    expect(client.head).toContain('HTTP/1.1 200 OK');
    expect(toEvents(client.body.text)).toEqual([]);
    response.write(CHUNK);
    await client.waitFor('"word"');
    const soFar = client.text.length;
    await client.waitFor(`${client.text.slice(0, soFar)}${chunked(KEEP_ALIVE)}`);
    response.end(FINISH);
    await client.ended();
    client.leave();
    expect(client.body.text.replaceAll(KEEP_ALIVE, '')).toBe(CHUNK + FINISH);
  });

  it('is kept alive while the upstream sends only its own comments', async () => {
    const { client, response } = await begin();
    const comments = setInterval(() => response.write(': processing\n\n'), 5);
    await client.waitFor(KEEP_ALIVE);
    clearInterval(comments);
    response.end(CHUNK + FINISH);
    await client.ended();
    client.leave();
    expect(toEvents(client.body.text)).toHaveLength(3);
  });

  it('is complete for the official client, which ignores the comments', async () => {
    const arriving = upstream.nextStream();
    const openai = new OpenAI({ baseURL: gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });
    const reading = openai.chat.completions.stream(STREAM).finalChatCompletion();
    const response = await arriving;
    await silence();
    response.write(CHUNK);
    await silence();
    response.end(FINISH);
    expect((await reading).choices[0]?.message.content).toBe('word');
  });

  it('can fail only in the stream once it has begun', async () => {
    const { client, response } = await begin();
    await client.waitFor(KEEP_ALIVE);
    response.destroy();
    await client.closed();
    const { text, isWhole } = client.body;
    expect(isWhole).toBe(false);
    expect(toEvents(text).map((data) => JSON.parse(data) as unknown)).toMatchObject([
      { error: { code: 'upstream_stream_error' } },
    ]);
    expect(await gateway.getLog(client.requestId)).toMatchObject({
      status: 200,
      outcome: 'upstream-interrupted',
    });
  });
});

function chunked(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}

/** Long enough for several keep-alive comments. */
function silence(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 80);
  });
}

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../harness/index.js';
import { RawClient } from './raw-client.js';
import { type StepwiseUpstream, startStepwiseUpstream } from './stepwise-upstream.js';

const MESSAGES = [{ role: 'user' as const, content: 'one two three' }];
const STREAM = { model: 'public-name', messages: MESSAGES, stream: true as const };

let upstream: FakeUpstream;
let stepwise: StepwiseUpstream;
let gateway: TestGateway;
let client: OpenAI;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  stepwise = await startStepwiseUpstream();
  const channel = { provider: 'openai-compatible', apiKey: 'sk-upstream-1' };
  gateway = await startTestGateway({
    channels: [
      {
        ...channel,
        name: 'main',
        baseUrl: upstream.url,
        models: ['same-name', { id: 'public-name', upstream: 'vendor/model-7' }],
        headers: { 'x-team': 'a' },
      },
      { ...channel, name: 'stepwise', baseUrl: stepwise.url, models: ['stepwise'] },
    ],
  });
  client = new OpenAI({ baseURL: gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });
});

beforeEach(() => {
  upstream.received.length = 0;
});

afterAll(async () => {
  await gateway.stop();
  await Promise.all([upstream.close(), stepwise.close()]);
});

describe('a streamed chat', () => {
  it('delivers every word to the official client', async () => {
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    for await (const chunk of await client.chat.completions.create(STREAM)) chunks.push(chunk);
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('one two three');
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop');
  });

  it('works with the stream helper of the official client', async () => {
    const completion = await client.chat.completions.stream(STREAM).finalChatCompletion();
    expect(completion.choices[0]).toMatchObject({
      finish_reason: 'stop',
      message: { content: 'one two three' },
    });
  });

  it('reports usage to a client that requests it', async () => {
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    const asking = { ...STREAM, stream_options: { include_usage: true } };
    for await (const chunk of await client.chat.completions.create(asking)) chunks.push(chunk);
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 3 } });
  });

  describe('byte for byte', () => {
    const opening =
      'data: {"id":"1","choices":[{"index":0,"delta":{"role":"assistant","content":"é \\u00e9 😀"},"finish_reason":null}],"x":1.50}\r\n\r\n';
    const finish =
      ': a comment\n\ndata:{"id":"1","choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":null}\n\n';
    const usage = 'data: {"id":"1","choices":[],"usage":{"prompt_tokens":11,"completion_tokens":22}}\n\n';
    const done = 'data: [DONE]\n\n';
    const whole = Buffer.from(opening + finish + usage + done);
    /** The boundaries are inside a character, inside a line end and inside a word. */
    const chunks = Array.from({ length: Math.ceil(whole.length / 7) }, (_, index) =>
      whole.subarray(index * 7, index * 7 + 7),
    );

    it('forwards all of it to a client that requests usage', async () => {
      upstream.script({ kind: 'chunks', rawChunks: chunks });
      const body = await getRawBody({ ...STREAM, stream_options: { include_usage: true } });
      expect(body).toBe(opening + finish + usage + done);
    });

    it.each([{}, { stream_options: { include_usage: false } }, { stream_options: null }])(
      'removes only the usage chunk for a client that does not request it: %j',
      async (options) => {
        upstream.script({ kind: 'chunks', rawChunks: chunks });
        expect(await getRawBody({ ...STREAM, ...options })).toBe(opening + finish + done);
      },
    );

    it('removes the usage chunk also if its numbers are invalid', async () => {
      upstream.script({ kind: 'chunks', rawChunks: [opening, finish, usage.replace('11', '-5'), done] });
      expect(await getRawBody(STREAM)).toBe(opening + finish + done);
    });

    it('ignores bytes after the end', async () => {
      upstream.script({ kind: 'chunks', rawChunks: [opening + finish + done + opening, usage, usage] });
      expect(await getRawBody(STREAM)).toBe(opening + finish + done);
    });

    it('accepts a last event without its blank line', async () => {
      upstream.script({ kind: 'chunks', rawChunks: [opening, finish, 'data: [DONE]'] });
      expect(await getRawBody(STREAM)).toBe(opening + finish + done);
    });

    it('corrects an end that the official client could not parse', async () => {
      upstream.script({ kind: 'chunks', rawChunks: [opening, finish, 'data: [DONE] \n\n'] });
      expect(await getRawBody(STREAM)).toBe(opening + finish + done);
    });

    it('accepts a finished response without [DONE]', async () => {
      upstream.script({ kind: 'chunks', rawChunks: [opening, finish] });
      expect(await getRawBody(STREAM)).toBe(opening + finish);
    });
  });

  it.each([
    [
      'adds the request for usage',
      '{ "model": "public-name" , "messages":[{"role":"user","content":"hi"}], "stream" : true}',
      '{ "model": "vendor/model-7","stream_options":{"include_usage":true} , "messages":[{"role":"user","content":"hi"}], "stream" : true}',
    ],
    [
      'adds it to other options',
      '{"messages":[{"role":"user","content":"hi"}],"stream":true,"stream_options": { "include_obfuscation" : false },"model":"public-name"}',
      '{"messages":[{"role":"user","content":"hi"}],"stream":true,"stream_options": {"include_obfuscation":false,"include_usage":true},"model":"vendor/model-7"}',
    ],
    [
      'leaves it unchanged if it is there already',
      '{"model":"public-name","messages":[{"role":"user","content":"hi"}],"stream":true,"stream_options":{ "include_usage" : true }}',
      '{"model":"vendor/model-7","messages":[{"role":"user","content":"hi"}],"stream":true,"stream_options":{ "include_usage" : true }}',
    ],
  ])('%s and changes nothing else', async (_name, sent, expected) => {
    await getRawBody(sent);
    expect(upstream.received[0]?.rawBody.toString()).toBe(expected);
    expect(upstream.received[0]?.headers['accept']).toBe('text/event-stream');
  });

  it('has the headers that stop proxies from buffering a stream', async () => {
    const { response } = await client.chat.completions.create(STREAM).withResponse();
    await response.text();
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
      'x-modelgate-channel': 'main',
      'x-modelgate-model': 'vendor/model-7',
      'x-modelgate-attempts': '1',
      'x-request-id': expect.stringMatching(/^req_[0-9a-f]{32}$/) as unknown,
    });
    expect(headers['request-id']).toBe(headers['x-request-id']);
    expect(headers).not.toHaveProperty('content-length');
    expect(headers).not.toHaveProperty('set-cookie');
  });

  it('forwards each event before the upstream sends the next', async () => {
    const arriving = stepwise.nextStream();
    const raw = RawClient.post(gateway, { ...STREAM, model: 'stepwise' });
    const response = await arriving;
    for (const word of ['first', 'second', 'third']) {
      response.write(
        `data: {"choices":[{"index":0,"delta":{"content":"${word}"},"finish_reason":null}]}\n\n`,
      );
      await raw.waitFor(`"${word}"`);
    }
    response.end('data: [DONE]\n\n');
    await raw.ended();
    expect(raw.body.isWhole).toBe(true);
    raw.leave();
  });

  it('logs the usage that the upstream reports', async () => {
    const usage = {
      prompt_tokens: 1234,
      completion_tokens: 567,
      prompt_tokens_details: { cached_tokens: 1000 },
    };
    upstream.script({ kind: 'chunks', usage });
    const { response } = await client.chat.completions.create(STREAM).withResponse();
    await response.text();
    const line = await gateway.getLog(response.headers.get('x-request-id') ?? '');
    expect(line).toMatchObject({
      inputTokens: 1234,
      outputTokens: 567,
      outcome: 'ok',
      stream: true,
      status: 200,
    });
    expect(line['attempts']).toMatchObject([{ channel: 'main', outcome: 'ok' }]);
    expect(line['firstByteMs']).toBeGreaterThan(0);
  });

  it('reuses the connection to the upstream', async () => {
    for (let count = 0; count < 4; count += 1) {
      const arriving = stepwise.nextStream();
      const raw = RawClient.post(gateway, { ...STREAM, model: 'stepwise' });
      const response = await arriving;
      response.write('data: [DONE]\n\n');
      await raw.ended();
      response.end();
      raw.leave();
    }
    expect(stepwise.connectionCount()).toBe(1);
  });
});

describe('a chat request that is passed through', () => {
  it('returns a response to the official client, with headers that describe the route', async () => {
    const { data, response } = await client.chat.completions
      .create({ model: 'public-name', messages: [{ role: 'user', content: 'What is a gateway?' }] })
      .withResponse();
    expect(data.choices[0]?.message.content).toContain('What is a gateway?');
    expect(data.usage?.total_tokens).toBeGreaterThan(0);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-modelgate-channel': 'main',
      'x-modelgate-model': 'vendor/model-7',
      'x-modelgate-attempts': '1',
      'x-request-id': expect.stringMatching(/^req_[0-9a-f]{32}$/) as unknown,
    });
    expect(response.headers.get('request-id')).toBe(response.headers.get('x-request-id'));
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it('forwards the bytes unchanged, except for the name of the model', async () => {
    const body =
      '{ "messages":[{"role":"user","content":"caf\\u00e9 \\"x\\" \\ud83d\\ude00"}],\n "model" : "public-name",' +
      ' "seed":12345678901234567890, "x_unknown":{"deep":[1.0,2e3,null]}, "temperature": 0.70 }';
    const response = await post(gateway, body);
    expect(response.status).toBe(200);
    expect(upstream.received[0]?.rawBody.toString()).toBe(body.replace('"public-name"', '"vendor/model-7"'));
  });

  it('forwards exactly the same bytes if the model has the same name upstream', async () => {
    const body = '{"model":"same-name","messages":[{"role":"user","content":"hi"}],"metadata":{"a":"b"}}';
    await post(gateway, body);
    expect(upstream.received[0]?.rawBody.toString()).toBe(body);
  });

  it('sends the upstream its own key and no credential of the client', async () => {
    const body = '{"model":"same-name","messages":[{"role":"user","content":"hi"}]}';
    await post(gateway, body, {
      'x-api-key': TEST_TOKEN,
      'x-goog-api-key': TEST_TOKEN,
      'api-key': TEST_TOKEN,
      cookie: 'a=b',
    });
    const [received] = upstream.received;
    expect(received?.headers['authorization']).toBe('Bearer sk-upstream-1');
    expect(received?.headers['x-team']).toBe('a');
    expect(received?.foreignCredentials).toEqual([]);
    expect(JSON.stringify(received?.headers)).not.toContain(TEST_TOKEN);
  });

  it('returns the response byte for byte', async () => {
    const answer =
      '{"id":"x","object":"chat.completion", "choices":[ ],"vendor":{"n":1.50},"usage":{"prompt_tokens":3,"completion_tokens":4}}';
    upstream.script({ kind: 'json', body: answer });
    const response = await post(gateway, '{"model":"same-name","messages":[{"role":"user","content":"hi"}]}');
    expect(await response.text()).toBe(answer);
    const line = await gateway.getLog(response.headers.get('x-request-id') ?? '');
    expect(line).toMatchObject({ inputTokens: 3, outputTokens: 4, outcome: 'ok' });
  });
});

function post(gateway: TestGateway, body: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${gateway.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json', ...headers },
    body,
  });
}

async function getRawBody(request: object | string): Promise<string> {
  const raw = RawClient.post(gateway, request);
  await raw.ended();
  raw.leave();
  return raw.body.text;
}

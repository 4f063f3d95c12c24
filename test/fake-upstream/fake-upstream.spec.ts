import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import OpenAI, {
  APIConnectionError,
  APIError,
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from 'openai';
import { startFakeUpstream, type FakeUpstream, type Reply } from './index.js';

const MESSAGES = [{ role: 'user' as const, content: 'one two three' }];
const CHAT = { model: 'gpt-fake', messages: MESSAGES };
const STREAM = { ...CHAT, stream: true as const };

let upstream: FakeUpstream;
let client: OpenAI;

beforeEach(async () => {
  upstream = await startFakeUpstream();
  client = new OpenAI({ apiKey: 'sk-upstream-1', baseURL: upstream.url, maxRetries: 0 });
});

afterEach(() => upstream.close());

type Chunk = OpenAI.ChatCompletionChunk;

/** The chunks up to the end of the stream, and the error if it ended in one. */
async function readStream(body: OpenAI.ChatCompletionCreateParamsStreaming = STREAM, signal?: AbortSignal) {
  const chunks: Chunk[] = [];
  try {
    for await (const chunk of await client.chat.completions.create(body, { signal })) chunks.push(chunk);
    return { chunks };
  } catch (error) {
    return { chunks, error };
  }
}

const toText = (chunks: Chunk[]) => chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');
const toFinish = (chunks: Chunk[]) => chunks.flatMap(({ choices }) => choices[0]?.finish_reason ?? []);

async function getError(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

async function waitUntil(condition: () => boolean, timeoutMs = 5_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`Not so after ${timeoutMs} ms`);
    await delay(5);
  }
}

function post(body: string, headers: Record<string, string> = {}) {
  return fetch(`${upstream.url}/chat/completions`, {
    method: 'POST',
    body,
    headers: { authorization: 'Bearer sk-upstream-1', 'content-type': 'application/json', ...headers },
    redirect: 'manual',
  });
}

describe('a service that is well', () => {
  it('says the last user message back, with usage', async () => {
    const { data, response } = await client.chat.completions.create(CHAT).withResponse();
    expect(data.choices[0]?.message.content).toBe('one two three');
    expect(data.choices[0]?.finish_reason).toBe('stop');
    expect(data.usage).toMatchObject({ prompt_tokens: 3, completion_tokens: 3, total_tokens: 6 });
    expect(response.headers.get('x-request-id')).toMatch(/^req_/);
  });

  it('streams the same words, with no word about usage when nobody asked', async () => {
    const { chunks, error } = await readStream();
    expect(error).toBeUndefined();
    expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant');
    expect(toText(chunks)).toBe('one two three');
    expect(toFinish(chunks)).toEqual(['stop']);
    expect(chunks.filter((chunk) => 'usage' in chunk)).toEqual([]);
  });

  it('streams usage last, and null before, when asked', async () => {
    const { chunks } = await readStream({ ...STREAM, stream_options: { include_usage: true } });
    const last = chunks.pop();
    expect(last?.choices).toEqual([]);
    expect(last?.usage).toMatchObject({ total_tokens: 6 });
    expect(chunks.map(({ usage }) => usage)).toEqual(chunks.map(() => null));
  });

  it("satisfies the client's own stream helper", async () => {
    const completion = await client.chat.completions.stream(STREAM).finalChatCompletion();
    expect(completion.choices[0]?.message.content).toBe('one two three');
  });

  it('is well again when the script has run out', async () => {
    upstream.script({ kind: 'error', status: 500 });
    expect(await getError(client.chat.completions.create(CHAT))).toBeInstanceOf(InternalServerError);
    await expect(client.chat.completions.create(CHAT)).resolves.toHaveProperty('object', 'chat.completion');
  });
});

describe('what it remembers', () => {
  it('has the request as it was sent', async () => {
    const raw = '{ "model":"m","messages":[{"role":"user","content":"é"}] , "unknown":1 }';
    await post(raw, { 'X-Custom': 'a', cookie: 'session=1', 'x-api-key': 'k' });
    const [request] = upstream.received;
    expect(request).toMatchObject({ method: 'POST', path: '/v1/chat/completions' });
    expect(request?.headers['x-custom']).toBe('a');
    expect(request?.rawBody.toString()).toBe(raw);
    expect(request?.json()).toHaveProperty('unknown', 1);
    expect(request?.foreignCredentials).toEqual(['x-api-key', 'cookie']);
    expect(request?.abortedAt).toBeUndefined();
  });

  it('waits for a request to come, and says when none does', async () => {
    const waiting = upstream.waitForRequest(1);
    await client.chat.completions.create(CHAT);
    await client.chat.completions.create({ ...CHAT, model: 'second' });
    expect((await waiting).json()).toHaveProperty('model', 'second');
    await expect(upstream.waitForRequest(2, 20)).rejects.toThrow('No request 2 within 20 ms; 2 came');
  });

  it.each<Reply>([
    { kind: 'hang' },
    { kind: 'headers-then-hang' },
    { kind: 'stall', afterEvents: 2 },
    { kind: 'slow', bytesPerWrite: 1, gapMs: 20 },
  ])('notices that the client went away: $kind', async (reply) => {
    upstream.script(reply);
    const controller = new AbortController();
    const reading = readStream(STREAM, controller.signal);
    const request = await upstream.waitForRequest(0);
    expect(request.abortedAt).toBeUndefined();
    controller.abort();
    expect(await request.aborted).toBeGreaterThan(request.receivedAt);
    expect(request.abortedAt).toBe(await request.aborted);
    await reading;
  });

  it('does not call its own faults or its own end an abort', async () => {
    upstream.script({ kind: 'reset' }, { kind: 'truncate', afterEvents: 1 }, { kind: 'hang' });
    await readStream();
    await readStream();
    const hanging = readStream();
    await upstream.waitForRequest(2);
    await waitUntil(() => upstream.openConnections() === 1);
    await upstream.close();
    await hanging;
    expect(upstream.received.map(({ abortedAt }) => abortedAt)).toEqual([undefined, undefined, undefined]);
    expect(upstream.openConnections()).toBe(0);
    upstream = await startFakeUpstream();
  });
});

describe('scripted replies', () => {
  it.each([
    [400, BadRequestError, null],
    [401, AuthenticationError, 'invalid_api_key'],
    [402, APIError, 'insufficient_quota'],
    [403, PermissionDeniedError, 'insufficient_permissions'],
    [404, NotFoundError, 'model_not_found'],
    [429, RateLimitError, 'rate_limit_exceeded'],
    [500, InternalServerError, null],
    [503, InternalServerError, 'server_is_overloaded'],
    [418, APIError, null],
  ])('error %i', async (status, errorClass, code) => {
    upstream.script({ kind: 'error', status });
    const error = await getError(client.chat.completions.create(CHAT));
    expect(error).toBeInstanceOf(errorClass);
    expect(error).toMatchObject({ status, code });
    expect((error as APIError).headers?.get('retry-after') ?? null).toBe(status === 429 ? '1' : null);
  });

  it('json with its own body, status, headers and delay', async () => {
    upstream.script({ kind: 'json', body: 'not json', status: 202, headers: { 'x-a': 'b' }, delayMs: 40 });
    const response = await post(JSON.stringify(CHAT));
    expect(performance.now() - (upstream.received[0]?.receivedAt ?? 0)).toBeGreaterThan(35);
    expect([response.status, response.headers.get('x-a'), await response.text()]).toEqual([
      202,
      'b',
      'not json',
    ]);
  });

  it('events of the script, usage of the script, and no [DONE] if so told', async () => {
    upstream.script(
      { kind: 'chunks', events: [{ a: 1 }, 'text'] },
      { kind: 'chunks', events: [], done: false },
    );
    expect(await (await post(JSON.stringify(STREAM))).text()).toBe(
      'data: {"a":1}\n\ndata: text\n\ndata: [DONE]\n\n',
    );
    expect(await (await post(JSON.stringify(STREAM))).text()).toBe('');
    upstream.script({ kind: 'chunks', usage: { total_tokens: -5 } });
    const { chunks } = await readStream({ ...STREAM, stream_options: { include_usage: true } });
    expect(chunks.at(-1)?.usage).toEqual({ total_tokens: -5 });
  });

  it('raw chunks, byte for byte and one by one', async () => {
    const rawChunks = ['data: h', Uint8Array.of(0xc3), Uint8Array.of(0xa9), '\r', '\n\r\n'];
    upstream.script({ kind: 'chunks', rawChunks, gapMs: 10 });
    const response = await post(JSON.stringify(STREAM));
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body ?? []) chunks.push(chunk);
    expect(chunks).toHaveLength(rawChunks.length);
    expect(Buffer.concat(chunks).toString()).toBe('data: hé\r\n\r\n');
  });

  it('slow drips another reply', async () => {
    upstream.script({ kind: 'slow', bytesPerWrite: 5, gapMs: 1, reply: { kind: 'html', status: 200 } });
    const response = await post(JSON.stringify(CHAT));
    const sizes: number[] = [];
    for await (const chunk of response.body ?? []) sizes.push(chunk.length);
    expect(sizes.length).toBeGreaterThan(5);
    expect(response.headers.get('content-type')).toContain('text/html');
  });

  it('slow without another reply is the usual one', async () => {
    upstream.script({ kind: 'slow', bytesPerWrite: 100, gapMs: 1 });
    expect(toText((await readStream()).chunks)).toBe('one two three');
  });

  it('html and garbage are not completions', async () => {
    upstream.script({ kind: 'html', status: 502 }, { kind: 'garbage' });
    expect(await getError(client.chat.completions.create(CHAT))).toMatchObject({ status: 502 });
    expect(await getError(client.chat.completions.create(CHAT))).toBeInstanceOf(SyntaxError);
  });

  it('redirect', async () => {
    upstream.script({ kind: 'redirect', location: 'http://169.254.169.254/' });
    const response = await post(JSON.stringify(CHAT));
    expect([response.status, response.headers.get('location')]).toEqual([302, 'http://169.254.169.254/']);
  });

  it('oversized event', async () => {
    upstream.script({ kind: 'oversized-event', bytes: 200_000 });
    const lines = (await (await post(JSON.stringify(STREAM))).text()).split('\n\n');
    expect(lines[1]).toHaveLength('data: '.length + 200_000);
    expect(lines[2]).toBe('data: [DONE]');
  });
});

describe('scripted faults', () => {
  it('reset before any byte', async () => {
    upstream.script({ kind: 'reset' });
    expect(await getError(client.chat.completions.create(CHAT))).toBeInstanceOf(APIConnectionError);
  });

  it.each<Reply>([
    { kind: 'reset', afterEvents: 3 },
    { kind: 'truncate', afterEvents: 3 },
  ])('$kind in mid-stream reaches the reader after the events before it', async (reply) => {
    upstream.script(reply);
    const { chunks, error } = await readStream();
    expect(chunks).toHaveLength(3);
    expect(error).toHaveProperty('message', 'terminated');
  });

  it('truncate closes in good order, reset does not', async () => {
    upstream.script({ kind: 'reset', afterEvents: 1 }, { kind: 'truncate', afterEvents: 1 });
    const causes = [(await readStream()).error, (await readStream()).error].map(
      (error) => (error as Error).cause as { code: string },
    );
    expect(causes.map(({ code }) => code)).toEqual(['ECONNRESET', 'UND_ERR_SOCKET']);
  });

  it('end-early looks like a good end without a finish', async () => {
    upstream.script({ kind: 'end-early', afterEvents: 5 });
    const { chunks, error } = await readStream();
    expect(error).toBeUndefined();
    expect(toText(chunks)).toBe('one two threeone ');
    expect(toFinish(chunks)).toEqual([]);
  });

  it('in-band-error is raised by the client', async () => {
    upstream.script({ kind: 'in-band-error', afterEvents: 2 });
    const { chunks, error } = await readStream();
    expect(chunks).toHaveLength(2);
    expect(error).toBeInstanceOf(APIError);
  });

  it('cuts a reply that is no stream in the middle of its JSON', async () => {
    upstream.script({ kind: 'truncate', afterEvents: 2 }, { kind: 'end-early', afterEvents: 2 });
    expect(await getError(client.chat.completions.create(CHAT))).toHaveProperty('message', 'terminated');
    expect(await (await post(JSON.stringify(CHAT))).text()).toHaveLength(32);
  });

  it('fails its close when a reply could not be sent', async () => {
    upstream.script({ kind: 'json', headers: { 'bad header': 'x' } });
    await getError(client.chat.completions.create(CHAT));
    await expect(upstream.close()).rejects.toThrow('could not follow its script');
    upstream = await startFakeUpstream();
  });
});

import { eventually } from '../eventually/index.js';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import OpenAI, { APIConnectionError, APIError } from 'openai';
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

function post(body: string, headers: Record<string, string> = {}) {
  return fetch(`${upstream.url}/chat/completions`, {
    method: 'POST',
    body,
    headers: { authorization: 'Bearer sk-upstream-1', 'content-type': 'application/json', ...headers },
    redirect: 'manual',
  });
}

describe('received requests', () => {
  it('are stored as they were sent', async () => {
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

  it('can be waited for, with an error if none arrives', async () => {
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
  ])('report that the client disconnected: $kind', async (reply) => {
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

  it('do not report its own faults or its own end as aborted', async () => {
    upstream.script({ kind: 'reset' }, { kind: 'truncate', afterEvents: 1 }, { kind: 'hang' });
    await readStream();
    await readStream();
    const hanging = readStream();
    await upstream.waitForRequest(2);
    await eventually(() => upstream.openConnections() === 1);
    await upstream.close();
    await hanging;
    expect(upstream.received.map(({ abortedAt }) => abortedAt)).toEqual([undefined, undefined, undefined]);
    expect(upstream.openConnections()).toBe(0);
    upstream = await startFakeUpstream();
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
  ])('$kind in mid-stream reaches the client after the events before it', async (reply) => {
    upstream.script(reply);
    const { chunks, error } = await readStream();
    expect(chunks).toHaveLength(3);
    expect(error).toHaveProperty('message', 'terminated');
  });

  it('truncate closes cleanly, reset does not', async () => {
    upstream.script({ kind: 'reset', afterEvents: 1 }, { kind: 'truncate', afterEvents: 1 });
    const causes = [(await readStream()).error, (await readStream()).error].map(
      (error) => (error as Error).cause as { code: string },
    );
    expect(causes.map(({ code }) => code)).toEqual(['ECONNRESET', 'UND_ERR_SOCKET']);
  });

  it('end-early looks like a normal end without a finish reason', async () => {
    upstream.script({ kind: 'end-early', afterEvents: 5 });
    const { chunks, error } = await readStream();
    expect(error).toBeUndefined();
    expect(toText(chunks)).toBe('one two threeone ');
    expect(toFinish(chunks)).toEqual([]);
  });

  it('in-band-error is thrown by the client', async () => {
    upstream.script({ kind: 'in-band-error', afterEvents: 2 });
    const { chunks, error } = await readStream();
    expect(chunks).toHaveLength(2);
    expect(error).toBeInstanceOf(APIError);
  });

  it('truncate a response without streaming in the middle of its JSON', async () => {
    upstream.script({ kind: 'truncate', afterEvents: 2 }, { kind: 'end-early', afterEvents: 2 });
    expect(await getError(client.chat.completions.create(CHAT))).toHaveProperty('message', 'terminated');
    expect(await (await post(JSON.stringify(CHAT))).text()).toHaveLength(32);
  });

  it('make close fail if a response could not be sent', async () => {
    upstream.script({ kind: 'json', headers: { 'bad header': 'x' } });
    await getError(client.chat.completions.create(CHAT));
    await expect(upstream.close()).rejects.toThrow('could not follow its script');
    upstream = await startFakeUpstream();
  });
});

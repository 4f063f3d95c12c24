import Anthropic from '@anthropic-ai/sdk';
import { ApiError, GoogleGenAI } from '@google/genai';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { SCENARIO_TEXTS, startFakeUpstream, type FakeUpstream, type Reply } from './index.js';

const KEY = 'sk-upstream-1';
const USER = { role: 'user' as const, content: 'one two three' };

let upstream: FakeUpstream;

beforeEach(async () => {
  upstream = await startFakeUpstream();
});

afterEach(() => upstream.close());

type Ask = (stream: boolean, signal?: AbortSignal) => Promise<string[]>;

async function read<Event>(
  events: AsyncIterable<Event>,
  getText: (event: Event) => string,
): Promise<string[]> {
  const texts: string[] = [];
  for await (const event of events) texts.push(getText(event));
  return texts;
}

const askResponses: Ask = async (stream, signal) => {
  const client = new OpenAI({ apiKey: KEY, baseURL: upstream.url, maxRetries: 0 });
  const body = { model: 'm', input: 'one two three' };
  if (!stream) return [(await client.responses.create(body, { signal })).output_text];
  const events = await client.responses.create({ ...body, stream: true }, { signal });
  return read(events, (event) => event.type);
};

const askAnthropic: Ask = async (stream, signal) => {
  const client = new Anthropic({ apiKey: KEY, baseURL: upstream.origin, maxRetries: 0 });
  const body = { model: 'm', max_tokens: 9, messages: [USER] };
  if (!stream) return [(await client.messages.create(body, { signal })).id];
  const events = await client.messages.create({ ...body, stream: true }, { signal });
  return read(events, (event) => event.type);
};

const askGemini: Ask = async (stream, signal) => {
  const client = new GoogleGenAI({ apiKey: KEY, httpOptions: { baseUrl: upstream.origin, fetch } });
  const request = { model: 'm', contents: USER.content, config: { abortSignal: signal } };
  if (!stream) return [(await client.models.generateContent(request)).text ?? ''];
  return read(await client.models.generateContentStream(request), (chunk) => chunk.text ?? '');
};

const SERVICES: [string, Ask][] = [
  ['responses', askResponses],
  ['anthropic', askAnthropic],
  ['gemini', askGemini],
];

const getError = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe.each(SERVICES)('%s in trouble', (_, ask) => {
  it.each([400, 401, 403, 404, 429, 500, 503])('error %i', async (status) => {
    upstream.script({ kind: 'error', status });
    expect(await getError(ask(false))).toMatchObject({ status });
    upstream.script({ kind: 'error', status });
    expect(await getError(ask(true))).toMatchObject({ status });
  });

  it('is well again after it', async () => {
    upstream.script({ kind: 'error', status: 500 });
    await getError(ask(true));
    expect((await ask(true)).length).toBeGreaterThan(1);
  });

  it('hangs until the client goes away', async () => {
    upstream.script({ kind: 'hang' });
    const controller = new AbortController();
    const asking = getError(ask(true, controller.signal));
    const request = await upstream.waitForRequest(0);
    controller.abort();
    expect(await request.aborted).toBeGreaterThan(request.receivedAt);
    expect(await asking).toHaveProperty('message');
  });

  it.each<Reply>([
    { kind: 'reset' },
    { kind: 'reset', afterEvents: 3 },
    { kind: 'truncate', afterEvents: 3 },
    { kind: 'in-band-error', afterEvents: 3 },
  ])('%j breaks a stream', async (reply) => {
    upstream.script(reply);
    const outcome = await ask(true).catch((error: unknown) => error);
    // A failed response is an event like any other to the reader of raw events.
    if (Array.isArray(outcome)) expect(outcome.at(-1)).toBe('response.failed');
    else expect(outcome).toHaveProperty('message');
  });

  it.each<Reply>([{ kind: 'reset' }, { kind: 'truncate', afterEvents: 2 }])(
    '%j breaks a whole answer',
    async (reply) => {
      upstream.script(reply);
      expect(await getError(ask(false))).toHaveProperty('message');
    },
  );
});

describe('errors have the shape of their service', () => {
  it('anthropic', async () => {
    upstream.script({ kind: 'error', status: 529 });
    const error = await getError(askAnthropic(false));
    expect(error).toMatchObject({
      status: 529,
      error: { type: 'error', error: { type: 'overloaded_error' } },
    });
  });

  it('gemini', async () => {
    upstream.script({ kind: 'error', status: 429 });
    const error = await getError(askGemini(false));
    expect(error).toBeInstanceOf(ApiError);
    expect(JSON.parse((error as ApiError).message)).toMatchObject({
      error: { code: 429, status: 'RESOURCE_EXHAUSTED', details: [{ retryDelay: '1s' }] },
    });
  });

  it('responses', async () => {
    upstream.script({ kind: 'error', status: 429 });
    expect(await getError(askResponses(false))).toMatchObject({ code: 'rate_limit_exceeded' });
  });

  it('a broken array is still an array', async () => {
    upstream.script({ kind: 'in-band-error', afterEvents: 1 });
    const response = await fetch(`${upstream.origin}/v1beta/models/m:streamGenerateContent`, {
      method: 'POST',
      body: JSON.stringify({ contents: [{ parts: [{ text: 'hi' }] }] }),
      headers: { 'x-goog-api-key': KEY, 'content-type': 'application/json' },
    });
    expect(await response.json()).toMatchObject([{ candidates: [{}] }, { error: { code: 503 } }]);
  });
});

describe('what is not for the service', () => {
  it.each([
    ['/v1/messages', { 'x-api-key': KEY, authorization: 'Bearer client' }, ['authorization']],
    ['/v1/messages', { authorization: `Bearer ${KEY}` }, []],
    ['/v1beta/models/m:generateContent', { 'x-goog-api-key': KEY, 'x-api-key': 'client' }, ['x-api-key']],
    ['/v1/responses', { authorization: `Bearer ${KEY}`, 'x-goog-api-key': 'client' }, ['x-goog-api-key']],
  ])('%s %j', async (path, headers, foreign) => {
    await fetch(upstream.origin + path, { method: 'POST', body: '{}', headers });
    expect(upstream.received[0]?.foreignCredentials).toEqual(foreign);
  });
});

describe('the unicode scenario', () => {
  it.each([true, false])('cuts inside characters and escapes, stream: %s', async (stream) => {
    upstream.scenario('unicode');
    const response = await fetch(`${upstream.url}/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: 'm', messages: [USER], stream }),
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    });
    const chunks: Buffer[] = [];
    for await (const chunk of response.body ?? []) chunks.push(Buffer.from(chunk));
    const lastBytes = chunks.map((chunk) => chunk.at(-1) ?? 0);
    expect(lastBytes.filter((byte) => byte >= 0xc0).length).toBeGreaterThan(5);
    expect(lastBytes.filter((byte) => byte === '\\'.charCodeAt(0)).length).toBeGreaterThan(5);
    const text = Buffer.concat(chunks).toString();
    expect(text).toContain(String.raw`\ud83d\ude00`);
    expect(text).toContain('🚀');
    if (!stream)
      expect(JSON.parse(text)).toMatchObject({ choices: [{ message: { content: SCENARIO_TEXTS.unicode } }] });
  });
});

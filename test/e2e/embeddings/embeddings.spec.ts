import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { GoogleGenAI } from '@google/genai';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { embedMany } from 'ai';
import OpenAI, { APIError } from 'openai';
import { type FakeUpstream, toBase64, startFakeUpstream, getVector } from '../../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../../harness/index.js';

const TEXTS = ['The quick brown fox', 'jumps over', 'the lazy dog'];

/** The key is the name of the model that each upstream serves. */
interface Upstreams {
  whole: FakeUpstream;
  floats: FakeUpstream;
  packed: FakeUpstream;
  few: FakeUpstream;
  cohere: FakeUpstream;
  jina: FakeUpstream;
}

const rounded = (vector: ArrayLike<number>): number[] => [...Float32Array.from(vector)];
const origin = (upstream: FakeUpstream): string => new URL(upstream.url).origin;
const channel = (name: string, provider: string, baseUrl: string, upstream: string): object => ({
  name,
  provider,
  baseUrl,
  apiKey: 'sk-upstream-1',
  models: [{ id: name, upstream }],
});
const bits = (vector: ArrayLike<number>): string => toBase64(Float32Array.from(vector));

describe('embeddings', () => {
  let upstreams: Upstreams;
  let gateway: TestGateway;
  let openai: OpenAI;

  beforeAll(async () => {
    upstreams = {
      whole: await startFakeUpstream(),
      floats: await startFakeUpstream({ ignoresEncodingFormat: 'float' }),
      packed: await startFakeUpstream({ ignoresEncodingFormat: 'base64' }),
      few: await startFakeUpstream({ maxInputs: 2 }),
      cohere: await startFakeUpstream({ vendor: 'cohere' }),
      jina: await startFakeUpstream({ vendor: 'jina' }),
    };
    gateway = await startTestGateway({
      channels: [
        channel('openai', 'openai', upstreams.whole.url, 'text-embedding-3-small'),
        channel('azure', 'azure-openai', `${origin(upstreams.whole)}/openai/v1`, 'text-embedding-3-small'),
        channel('ollama', 'ollama', origin(upstreams.whole), 'nomic-embed-text'),
        channel('floats', 'openai-compatible', upstreams.floats.url, 'm'),
        channel('packed', 'openai-compatible', upstreams.packed.url, 'm'),
        channel('few', 'openai-compatible', upstreams.few.url, 'm'),
        channel('gemini', 'gemini', origin(upstreams.whole), 'gemini-embedding-001'),
        channel('cohere', 'cohere', origin(upstreams.cohere), 'embed-v4.0'),
        channel('jina', 'jina', upstreams.jina.url, 'jina-embeddings-v3'),
      ],
    });
    openai = new OpenAI({ baseURL: gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });
  });

  afterAll(async () => {
    await gateway.stop();
    await Promise.all(Object.values(upstreams).map((upstream: FakeUpstream) => upstream.close()));
  });

  const models = ['openai', 'ollama', 'floats', 'packed', 'few', 'gemini', 'cohere', 'jina'];

  describe.each(models)('of %s', (model) => {
    it('reach the OpenAI client bit for bit, which requests base64 by default', async () => {
      const { data, usage } = await openai.embeddings.create({ model, input: TEXTS });
      expect(data.map(({ index }) => index)).toEqual([0, 1, 2]);
      expect(data.map(({ embedding }) => bits(embedding))).toEqual(
        TEXTS.map((text) => bits(getVector(text))),
      );
      expect(usage.total_tokens).toBe(usage.prompt_tokens);
    });

    it('reach it as numbers if it requests numbers', async () => {
      const { data } = await openai.embeddings.create({ model, input: 'alone', encoding_format: 'float' });
      expect(rounded(data[0]?.embedding ?? [])).toEqual([...getVector('alone')]);
    });

    it('are base64 on the wire exactly if that was requested', async () => {
      for (const encoding_format of ['base64', 'float', undefined]) {
        const response = await fetch(`${gateway.baseUrl}/embeddings`, {
          method: 'POST',
          headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
          body: JSON.stringify({ model, input: 'x', encoding_format }),
        });
        const { data } = (await response.json()) as { data: { embedding: unknown }[] };
        expect(typeof data[0]?.embedding).toBe(encoding_format === 'base64' ? 'string' : 'object');
      }
    });

    it('reach the Google client', async () => {
      const google = new GoogleGenAI({ apiKey: TEST_TOKEN, httpOptions: { baseUrl: gateway.origin } });
      const { embeddings } = await google.models.embedContent({ model, contents: TEXTS });
      expect(embeddings?.map(({ values }) => rounded(values ?? []))).toEqual(
        TEXTS.map((text) => [...getVector(text)]),
      );
    });

    it('reach the Vercel AI SDK through three of its providers', async () => {
      const settings = { baseURL: gateway.baseUrl, apiKey: TEST_TOKEN };
      const google = createGoogleGenerativeAI({ baseURL: `${gateway.origin}/v1beta`, apiKey: TEST_TOKEN });
      for (const one of [
        createOpenAI(settings).embedding(model),
        createOpenAICompatible({ ...settings, name: 'modelgate' }).embeddingModel(model),
        google.embedding(model),
      ]) {
        const { embeddings } = await embedMany({ model: one, values: TEXTS, maxRetries: 0 });
        expect(embeddings.map(rounded)).toEqual(TEXTS.map((text) => [...getVector(text)]));
      }
    });

    it('have the requested number of dimensions', async () => {
      const { data } = await openai.embeddings.create({ model, input: 'short', dimensions: 256 });
      expect(rounded(data[0]?.embedding ?? [])).toEqual([...getVector('short', 256)]);
    });

    it('can be created for more texts than the upstream accepts at once, in order', async () => {
      const input = Array.from({ length: 250 }, (_, index) => `text ${index}`);
      const { data } = await openai.embeddings.create({ model, input, dimensions: 256 });
      expect(data.map(({ embedding }) => bits(embedding))).toEqual(
        input.map((text) => bits(getVector(text, 256))),
      );
    });
  });

  it('reach an upstream of the same format as unchanged bytes, except for the name of the model', async () => {
    const body = '{ "input" : ["a","b"],"model":"openai", "user":"u\\u00e9" , "encoding_format":"base64"}';
    const before = upstreams.whole.received.length;
    const response = await fetch(`${gateway.baseUrl}/embeddings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
      body,
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-modelgate-model')).toBe('text-embedding-3-small');
    expect(upstreams.whole.received[before]?.rawBody.toString()).toBe(
      body.replace('"openai"', '"text-embedding-3-small"'),
    );
  });

  it('accept tokens as input, also if the upstream reads only text', async () => {
    const tokens = [9906, 11, 1917, 0];
    const native = await openai.embeddings.create({ model: 'openai', input: tokens });
    expect(bits(native.data[0]?.embedding ?? [])).toBe(bits(getVector(tokens)));
    for (const model of ['gemini', 'cohere', 'jina']) {
      const { data } = await openai.embeddings.create({ model, input: [tokens] });
      expect(bits(data[0]?.embedding ?? [])).toBe(bits(getVector('Hello, world!')));
    }
  });

  it('send the purpose to an upstream that accepts it', async () => {
    const google = new GoogleGenAI({ apiKey: TEST_TOKEN, httpOptions: { baseUrl: gateway.origin } });
    const config = { taskType: 'RETRIEVAL_QUERY' };
    await google.models.embedContent({ model: 'cohere', contents: ['q'], config });
    expect(upstreams.cohere.received.at(-1)?.json()).toMatchObject({ input_type: 'search_query' });
    await google.models.embedContent({ model: 'jina', contents: ['q'], config });
    expect(upstreams.jina.received.at(-1)?.json()).toMatchObject({ task: 'retrieval.query' });
  });

  const postLossy = (headers: Record<string, string>): Promise<Response> =>
    fetch(`${gateway.baseUrl}/embeddings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ model: 'cohere', input: 'x', user: 'u', truncate: 'END' }),
    });

  it('warn of what is lost, and are rejected if the client is strict', async () => {
    expect((await postLossy({})).headers.get('x-modelgate-warnings')).toBe('user, truncate');
    const strict = await postLossy({ 'x-modelgate-strict': 'true' });
    expect(strict.status).toBe(400);
    expect(await strict.json()).toMatchObject({ error: { code: 'unsupported_parameter', param: 'user' } });
  });

  it.each([
    [{}, 'input', 'missing_required_parameter'],
    [{ input: '' }, 'input', 'invalid_value'],
    [{ input: [] }, 'input', 'invalid_value'],
    [{ input: ['a', ''] }, 'input[1]', 'invalid_value'],
    [{ input: ['a', 1] }, 'input[1]', 'invalid_type'],
    [{ input: [1, -1] }, 'input[1]', 'invalid_value'],
    [{ input: [[1], [1.5]] }, 'input[1][0]', 'invalid_type'],
    [{ input: { text: 'a' } }, 'input', 'invalid_type'],
    [{ input: Array.from({ length: 2049 }, () => 'a') }, 'input', 'invalid_value'],
    [{ input: 'a', encoding_format: 'xml' }, 'encoding_format', 'invalid_value'],
    [{ input: 'a', dimensions: 0 }, 'dimensions', 'invalid_value'],
    [{ input: 'a', dimensions: 1.5 }, 'dimensions', 'invalid_type'],
    [{ input: 'a', dimensions: '3' }, 'dimensions', 'invalid_type'],
    [{ input: 'a', api_base: 'http://127.0.0.1' }, 'api_base', 'forbidden_field'],
  ])('reject %j', async (wrong, param, code) => {
    const request = openai.embeddings.create({ model: 'openai', ...wrong } as never);
    await expect(request).rejects.toMatchObject({ status: 400, param, code });
  });

  it('come in batches of at most a hundred for the Google client, as from Google', async () => {
    const request = new GoogleGenAI({
      apiKey: TEST_TOKEN,
      httpOptions: { baseUrl: gateway.origin },
    }).models.embedContent({ model: 'openai', contents: Array.from({ length: 101 }, () => 'x') });
    await expect(request).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('must have at most 100 elements'),
    });
  });

  it('are not supported by every model', async () => {
    const plain = await startTestGateway({
      channels: [{ name: 'a', provider: 'anthropic', apiKey: 'k', models: ['claude'] }],
    });
    const client = new OpenAI({ baseURL: plain.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });
    const error: unknown = await client.embeddings
      .create({ model: 'claude', input: 'x' })
      .catch((one: unknown) => one);
    expect(error).toBeInstanceOf(APIError);
    expect(error).toMatchObject({ status: 400, code: 'unsupported_model_capability', param: 'model' });
    await plain.stop();
  });

  it('come from the next channel if the first fails', async () => {
    upstreams.floats.script({ kind: 'error', status: 503 });
    const second = await startTestGateway({
      channels: ['floats', 'packed'].map((name, index) => ({
        name,
        provider: 'openai-compatible',
        baseUrl: upstreams[name as 'floats' | 'packed'].url,
        apiKey: 'sk-upstream-1',
        models: ['m'],
        priority: 10 - index,
      })),
    });
    const client = new OpenAI({ baseURL: second.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });
    const { data, response } = await client.embeddings.create({ model: 'm', input: 'x' }).withResponse();
    expect(bits(data.data[0]?.embedding ?? [])).toBe(bits(getVector('x')));
    expect(response.headers.get('x-modelgate-channel')).toBe('packed');
    expect(response.headers.get('x-modelgate-attempts')).toBe('2');
    await second.stop();
  });
});

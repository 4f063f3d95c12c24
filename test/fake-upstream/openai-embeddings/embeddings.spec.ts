import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { toBase64, startFakeUpstream, getVector, type FakeUpstream } from '../index.js';

const KEY = 'sk-upstream-1';

let upstream: FakeUpstream;

async function start(options: Parameters<typeof startFakeUpstream>[0] = {}): Promise<void> {
  upstream = await startFakeUpstream(options);
}

beforeEach(() => start());

afterEach(() => upstream.close());

async function post(body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${upstream.url}/embeddings`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', ...headers },
  });
  return { status: response.status, body: (await response.json()) as object };
}

const texts = (count: number) => ({ model: 'm', input: Array<string>(count).fill('one') });
const getBits = (values: Iterable<number>) => [...new Uint32Array(Float32Array.from(values).buffer)];

describe('the made-up embeddings', () => {
  it('use every bit of a float32 between -1 and 1', () => {
    const values = [...getVector('a text', 2_000)];
    expect(values.every((value) => Math.abs(value) < 1 && value !== 0)).toBe(true);
    expect(getBits(values).filter((bits) => bits % 2 === 1).length).toBeGreaterThan(800);
    expect(values.filter((value) => value < 0).length).toBeGreaterThan(800);
    expect(values.slice(0, 16)).toEqual([...getVector('a text', 16)]);
    expect(values.slice(0, 16)).not.toEqual([...getVector('a text ', 16)]);
  });
});

describe('OpenAI embeddings', () => {
  it.each([
    ['float', 'base64', [...getVector('one')]],
    ['base64', 'float', toBase64(getVector('one'))],
  ] as const)('can always be %s', async (always, asked, embedding) => {
    await upstream.close();
    await start({ ignoresEncodingFormat: always });
    const answer = await post({ model: 'm', input: 'one', encoding_format: asked });
    expect(answer.body).toMatchObject({ data: [{ embedding }] });
  });

  it('accept 2048 inputs, or fewer if configured', async () => {
    expect(await post(texts(2048))).toMatchObject({ status: 200 });
    const tooMany = { status: 400, body: { error: { param: 'input', code: 'array_above_max_length' } } };
    expect(await post(texts(2049))).toMatchObject(tooMany);
    await upstream.close();
    await start({ maxInputs: 2 });
    expect(await post(texts(2))).toMatchObject({ status: 200 });
    expect(await post(texts(3))).toMatchObject(tooMany);
  });

  it.each([
    [{ input: 'a' }, 'model'],
    [{ model: 'm' }, 'input'],
    [{ model: 'm', input: '' }, 'input'],
    [{ model: 'm', input: [] }, 'input'],
    [{ model: 'm', input: ['a', ''] }, 'input[1]'],
    [{ model: 'm', input: ['a', [1]] }, 'input[1]'],
    [{ model: 'm', input: [[1], [1.5]] }, 'input[1]'],
    [{ model: 'm', input: { text: 'a' } }, 'input'],
    [{ model: 'm', input: 'a', encoding_format: 'int8' }, 'encoding_format'],
    [{ model: 'm', input: 'a', dimensions: 0 }, 'dimensions'],
    [{ model: 'text-embedding-ada-002', input: 'a', dimensions: 8 }, 'dimensions'],
    [{ model: 'm', input: 'a', input_type: 'query' }, 'input_type'],
  ])('reject %j', async (body, param) => {
    expect(await post(body)).toMatchObject({
      status: 400,
      body: { error: { type: 'invalid_request_error', param } },
    });
  });

  it('require a key, a method and JSON', async () => {
    const request = { model: 'm', input: 'a' };
    expect(await post(request, { authorization: 'Bearer x' })).toMatchObject({
      status: 401,
      body: { error: { code: 'invalid_api_key' } },
    });
    expect(await post(request, { 'content-type': 'text/plain' })).toMatchObject({ status: 415 });
    expect((await fetch(`${upstream.url}/embeddings`)).status).toBe(405);
  });
});

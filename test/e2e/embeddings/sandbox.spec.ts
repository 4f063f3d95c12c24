import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../../harness/index.js';

const model = 'sandbox-embedding';

const similarity = (a: number[], b: number[]): number =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);

describe('sandbox-embedding', () => {
  let gateway: TestGateway;
  let openai: OpenAI;

  beforeAll(async () => {
    gateway = await startTestGateway({ sandbox: true });
    openai = new OpenAI({ baseURL: gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });
  });

  afterAll(() => gateway.stop());

  it('gives similar texts closer unit vectors than unrelated ones', async () => {
    const { data } = await openai.embeddings.create({
      model,
      input: [
        'How do I reset my password?',
        'I forgot my password, how to reset it',
        'Bananas ripen on the tree',
      ],
    });
    const [question, similar, unrelated] = data.map(({ embedding }) => embedding);
    expect(similarity(question ?? [], similar ?? [])).toBeGreaterThan(
      similarity(question ?? [], unrelated ?? []) + 0.2,
    );
    expect(similarity(question ?? [], question ?? [])).toBeCloseTo(1, 5);
  });

  it('has the requested number of dimensions, and reports the allowed numbers', async () => {
    const { data } = await openai.embeddings.create({ model, input: 'x', dimensions: 7 });
    expect(data[0]?.embedding).toHaveLength(7);
    await expect(openai.embeddings.create({ model, input: 'x', dimensions: 5000 })).rejects.toMatchObject({
      status: 400,
      param: 'dimensions',
    });
  });

  it('returns the same vector for a text as for its tokens', async () => {
    const texts = await openai.embeddings.create({ model, input: 'Hello, world!' });
    const tokens = await openai.embeddings.create({ model, input: [9906, 11, 1917, 0] });
    expect(tokens.data[0]?.embedding).toEqual(texts.data[0]?.embedding);
  });

  it('follows directives', async () => {
    await expect(
      openai.embeddings.create({ model, input: ['a', 'b [[status=429; retry-after=2]]'] }),
    ).rejects.toMatchObject({ status: 429 });
    await expect(openai.embeddings.create({ model, input: 'a [[garbage]]' })).rejects.toMatchObject({
      status: 502,
    });
    await expect(openai.embeddings.create({ model, input: 'a [[status=x]]' })).rejects.toMatchObject({
      status: 400,
      param: 'input',
    });
    const plain = await openai.embeddings.create({ model, input: 'a' });
    const directed = await openai.embeddings.create({ model, input: 'a [[delay=1]]' });
    expect(directed.data[0]?.embedding).toEqual(plain.data[0]?.embedding);
  });
});

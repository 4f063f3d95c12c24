import { describe, expect, it } from '@jest/globals';
import { type UpstreamResponse } from '#egress';
import { sandboxRerank } from './index.js';

const DOCUMENTS = ['Rain falls on Oslo.', 'Oslo is the capital of Norway.', 'Bread is baked from flour.'];

async function send(body: object): Promise<UpstreamResponse> {
  const request = {
    url: new URL('http://sandbox.invalid/v1/rerank'),
    headers: {},
    body: Buffer.from(JSON.stringify({ model: 'sandbox-rerank', documents: DOCUMENTS, ...body })),
  };
  return sandboxRerank(request, new AbortController().signal);
}

async function getText({ body }: UpstreamResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

describe('sandbox-rerank', () => {
  it('ranks the best match first, and returns all members that clients read', async () => {
    const response: unknown = JSON.parse(
      await getText(await send({ query: 'the capital of Norway', top_n: 2 })),
    );
    expect(response).toEqual({
      id: expect.stringMatching(/^rerank-sandbox-[0-9a-f]{24}$/),
      object: 'list',
      model: 'sandbox-rerank',
      results: [
        { index: 1, relevance_score: expect.any(Number), document: { text: DOCUMENTS[1] } },
        { index: expect.any(Number), relevance_score: expect.any(Number), document: expect.any(Object) },
      ],
      meta: {
        api_version: { version: '2' },
        billed_units: { search_units: 1 },
        tokens: { input_tokens: expect.any(Number), output_tokens: 0 },
      },
      usage: { prompt_tokens: expect.any(Number), total_tokens: expect.any(Number) },
    });
  });

  it('sends equal responses to equal requests', async () => {
    const request = { query: 'flour', return_documents: false };
    expect(await getText(await send(request))).toBe(await getText(await send(request)));
  });

  it('applies directives of the query, and ignores those in documents', async () => {
    await expect(send({ query: 'rain [[status=503; retry-after=2]]' })).rejects.toMatchObject({
      status: 503,
      retryAfterSeconds: 2,
    });
    const directed: unknown = JSON.parse(await getText(await send({ query: '[[delay=1]] flour' })));
    const plain: unknown = JSON.parse(await getText(await send({ query: 'flour' })));
    expect(directed).toMatchObject({ results: (plain as { results: object[] }).results });
  });

  it.each(['cut', 'garbage'])('applies the fault %s', async (fault) => {
    const text = await getText(await send({ query: `flour [[${fault}]]` }));
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  });

  it.each([
    [{ query: '[[status=99]]' }, 'query'],
    [{ query: 'a', documents: [{ image: 'https://example.com/a.png' }] }, 'documents[0].image'],
  ])('rejects %j', async (body, param) => {
    await expect(send(body)).rejects.toMatchObject({ source: 'client', param });
  });
});

import { describe, expect, it } from '@jest/globals';
import { type UpstreamResponse } from '#egress';
import { sandboxRerank } from './index.js';

const DOCUMENTS = ['Rain falls on Oslo.', 'Oslo is the capital of Norway.', 'Bread is baked from flour.'];

async function ask(body: object): Promise<UpstreamResponse> {
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

describe('the sandbox that ranks', () => {
  it('puts what was asked for first, and says all that clients look for', async () => {
    const answer: unknown = JSON.parse(
      await getText(await ask({ query: 'the capital of Norway', top_n: 2 })),
    );
    expect(answer).toEqual({
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

  it('answers equal requests equally', async () => {
    const request = { query: 'flour', return_documents: false };
    expect(await getText(await ask(request))).toBe(await getText(await ask(request)));
  });

  it('does what directives say, and does not look for them in the documents', async () => {
    await expect(ask({ query: 'rain [[status=503; retry-after=2]]' })).rejects.toMatchObject({
      status: 503,
      retryAfterSeconds: 2,
    });
    const directed: unknown = JSON.parse(await getText(await ask({ query: '[[delay=1]] flour' })));
    const plain: unknown = JSON.parse(await getText(await ask({ query: 'flour' })));
    expect(directed).toMatchObject({ results: (plain as { results: object[] }).results });
  });

  it.each(['cut', 'garbage'])('breaks its answer: %s', async (fault) => {
    const text = await getText(await ask({ query: `flour [[${fault}]]` }));
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  });

  it.each([
    [{ query: '[[status=99]]' }, 'query'],
    [{ query: 'a', documents: [{ image: 'https://example.com/a.png' }] }, 'documents[0].image'],
  ])('refuses %j', async (body, param) => {
    await expect(ask(body)).rejects.toMatchObject({ source: 'client', param });
  });
});

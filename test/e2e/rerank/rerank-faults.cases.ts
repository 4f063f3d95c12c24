import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CohereClientV2, CohereError } from 'cohere-ai';
import { type FakeUpstream, type Reply, startFakeUpstream } from '../../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../../harness/index.js';
import { type RerankHarness } from './harness.js';

const REQUEST = { query: 'q', documents: ['a', 'b'] };

export function describeFaults(harnessed: () => RerankHarness): void {
  describe('a rerank request', () => {
    let harness: RerankHarness;

    beforeAll(() => {
      harness = harnessed();
    });

    beforeEach(() => {
      for (const upstream of [harness.jina, harness.cohere, harness.others]) upstream.received.length = 0;
    });

    describe.each(['/v1/rerank', '/v2/rerank'])('at %s', (path) => {
      it.each<[object, string, string]>([
        [{ model: undefined }, 'model', 'missing_required_parameter'],
        [{ query: '' }, 'query', 'invalid_value'],
        [{ documents: undefined }, 'documents', 'missing_required_parameter'],
        [{ documents: [] }, 'documents', 'invalid_value'],
        [{ documents: Array.from({ length: 10_001 }, () => 'a') }, 'documents', 'invalid_value'],
        [{ documents: ['a', { text: 'b' }] }, 'documents[1]', 'invalid_type'],
        [{ documents: [{ title: 'b' }] }, 'documents[0].text', 'missing_required_parameter'],
        [{ top_n: 0 }, 'top_n', 'invalid_value'],
      ])("is rejected with a message in the client's format: %#", async (more, param, code) => {
        const response = await harness.post(path, { model: 'jina', ...REQUEST, ...more });
        expect(response.status).toBe(400);
        expect(await response.json()).toEqual({
          message: expect.stringContaining(param),
          error: { message: expect.stringContaining(param), type: 'invalid_request_error', param, code },
        });
        expect(harness.jina.received).toEqual([]);
      });

      it.each<[string, number, string]>([
        ['nobody', 404, 'model_not_found'],
        ['claude', 400, 'unsupported_model_capability'],
        ['sandbox-chat', 400, 'unsupported_model_capability'],
      ])('is rejected for a model that does not rank: %s', async (model, status, code) => {
        const response = await harness.post(path, { model, ...REQUEST });
        expect(response.status).toBe(status);
        expect(await response.json()).toMatchObject({
          message: expect.stringContaining(model),
          error: { param: 'model', code },
        });
      });

      it('is rejected without a token, in the same format', async () => {
        const response = await harness.post(
          path,
          { model: 'jina', ...REQUEST },
          { authorization: 'Bearer sk-x' },
        );
        expect(response.status).toBe(401);
        expect(await response.json()).toMatchObject({
          message: expect.any(String),
          error: { code: 'invalid_api_key' },
        });
      });
    });

    it('is rejected with a message that the Cohere client shows', async () => {
      const client = new CohereClientV2({
        token: TEST_TOKEN,
        environment: harness.gateway.origin,
        maxRetries: 0,
      });
      const error = await client.rerank({ model: 'jina', query: 'q', documents: [] }).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(CohereError);
      expect(error).toMatchObject({ statusCode: 400, body: { message: '"documents" must not be empty.' } });
    });

    it.each<[string, string, object, string]>([
      [
        '/v1/rerank',
        'jina',
        { max_tokens_per_doc: 9, max_chunks_per_doc: 2 },
        'max_tokens_per_doc, max_chunks_per_doc',
      ],
      ['/v1/rerank', 'cohere', { max_tokens_per_doc: 9, max_chunks_per_doc: 2 }, 'max_chunks_per_doc'],
      ['/v1/rerank', 'cohere', { truncation: true }, 'truncation'],
      ['/v2/rerank', 'jina', { priority: 1 }, 'priority'],
      ['/v2/rerank', 'openai', { max_tokens_per_doc: 9, priority: 1 }, 'max_tokens_per_doc, priority'],
      ['/v2/rerank', 'compatible', { max_tokens_per_doc: 9 }, 'max_tokens_per_doc'],
    ])('gets a warning for what is lost: %s %s %j', async (path, model, more, lost) => {
      const body = { model, ...REQUEST, ...more };
      const response = await harness.post(path, body);
      expect(response.status).toBe(200);
      expect(response.headers.get('x-modelgate-warnings')).toBe(lost);
      const before = [harness.jina, harness.cohere, harness.others].map(({ received }) => received.length);
      const refused = await harness.post(path, body, { 'x-modelgate-strict': 'true' });
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({
        error: { param: lost.split(', ')[0], code: 'unsupported_parameter' },
      });
      expect([harness.jina, harness.cohere, harness.others].map(({ received }) => received.length)).toEqual(
        before,
      );
    });

    it('loses nothing with an upstream that supports its fields', async () => {
      const more = { max_tokens_per_doc: 9, priority: 1 };
      const response = await harness.post('/v2/rerank', { model: 'cohere', ...REQUEST, ...more });
      expect(response.headers.get('x-modelgate-warnings')).toBeNull();
      expect(harness.cohere.received[0]?.json()).toMatchObject(more);
    });

    it.each(['cohere', 'openai', 'sandbox-rerank'])(
      'may contain images only for models that support them: %s',
      async (model) => {
        const documents = [{ image: 'https://example.com/a.png' }];
        const seen = await harness.post('/v1/rerank', { ...REQUEST, documents, model: 'jina' });
        expect(seen.status).toBe(200);
        const refused = await harness.post('/v1/rerank', { ...REQUEST, documents, model });
        expect(refused.status).toBe(400);
        expect(await refused.json()).toMatchObject({ error: { param: 'documents[0].image' } });
      },
    );

    it.each<[Reply, number, string]>([
      [{ kind: 'error', status: 429, headers: { 'retry-after': '30' } }, 429, 'rate_limit_exceeded'],
      [{ kind: 'error', status: 500 }, 502, 'upstream_error'],
      [{ kind: 'json', body: { results: [] } }, 502, 'upstream_bad_response'],
      [
        { kind: 'error', status: 422, body: { detail: [{ loc: ['body', 'top_n'], msg: 'Too many' }] } },
        400,
        'invalid_request',
      ],
    ])('fails if its reranker fails, and embeddings do not replace it: %j', async (reply, status, code) => {
      harness.jina.script(reply);
      const response = await harness.post('/v1/rerank', { model: 'jina', ...REQUEST });
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ error: { code } });
      expect(harness.jina.received.map(({ path }) => path)).toEqual(['/v1/rerank']);
    });

    it('fails with the first error if a model turns out to be no embedding model either', async () => {
      harness.jina.script({ kind: 'error', status: 404 }, { kind: 'error', status: 422 });
      const response = await harness.post('/v1/rerank', { model: 'jina', ...REQUEST });
      expect(response.status).toBe(502);
      expect(await response.json()).toMatchObject({ error: { code: 'upstream_model_unavailable' } });
    });

    it.each([404, 405, 501])('is served by embeddings if there is no reranker: %i', async (status) => {
      harness.jina.script({ kind: 'error', status });
      const response = await harness.post('/v1/rerank', { model: 'jina', ...REQUEST });
      expect(response.status).toBe(200);
      expect(harness.jina.received.map((request) => request.json())).toMatchObject([
        { query: 'q' },
        { input: ['q'], task: 'retrieval.query' },
        { input: ['a', 'b'], task: 'retrieval.passage' },
      ]);
    });

    it('may contain directives for the sandbox', async () => {
      const response = await harness.post('/v1/rerank', {
        model: 'sandbox-rerank',
        query: 'q [[status=429; retry-after=3]]',
        documents: ['a'],
      });
      expect(response.status).toBe(429);
      expect(response.headers.get('retry-after')).toBe('3');
      const broken = await harness.post('/v1/rerank', {
        model: 'sandbox-rerank',
        query: '[[garbage]]',
        documents: ['a'],
      });
      expect(await broken.json()).toMatchObject({ error: { code: 'upstream_bad_response' } });
    });
  });
}

export function describeFailover(): void {
  describe('a rerank request that two channels can serve', () => {
    let first: FakeUpstream;
    let second: FakeUpstream;
    let gateway: TestGateway;

    beforeAll(async () => {
      first = await startFakeUpstream({ vendor: 'jina' });
      second = await startFakeUpstream({ vendor: 'cohere' });
      const channel = { apiKey: 'sk-upstream-1', models: ['m'], timeouts: { wholeMs: 200 } };
      gateway = await startTestGateway({
        channels: [
          { ...channel, name: 'first', provider: 'jina', baseUrl: first.url, priority: 2 },
          { ...channel, name: 'second', provider: 'cohere', baseUrl: second.origin, priority: 1 },
        ],
      });
    });

    beforeEach(() => {
      gateway.forgetFaults();
    });

    afterAll(async () => {
      await gateway.stop();
      await Promise.all([first.close(), second.close()]);
    });

    it.each<Reply>([
      { kind: 'hang' },
      { kind: 'reset' },
      { kind: 'error', status: 401 },
      { kind: 'error', status: 429 },
      { kind: 'error', status: 500 },
      { kind: 'html', status: 200 },
      { kind: 'garbage' },
      { kind: 'truncate', afterBytes: 20 },
      { kind: 'stall', afterBytes: 20 },
      { kind: 'json', body: { results: [{ index: 7, relevance_score: 1 }] } },
    ])('is served by the second if the first fails: %j', async (reply) => {
      first.script(reply);
      const response = await fetch(`${gateway.baseUrl}/rerank`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'm', ...REQUEST }),
      });
      expect(response.status).toBe(200);
      expect(response.headers.get('x-modelgate-channel')).toBe('second');
      expect(response.headers.get('x-modelgate-attempts')).toBe('2');
      expect(await response.json()).toMatchObject({
        model: 'm',
        results: [{ document: {} }, { document: {} }],
      });
    });
  });
}

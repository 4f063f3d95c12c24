import { createCohere } from '@ai-sdk/cohere';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { rerank } from 'ai';
import { CohereClient, CohereClientV2 } from 'cohere-ai';
import { buildRanking, getVector } from '../../fake-upstream/index.js';
import { TEST_TOKEN, channelTo, startTestGateway } from '../../harness/index.js';
import { DOCUMENTS, QUERY, type RerankHarness } from './harness.js';

interface Rank {
  index: number;
  score: number;
}

function dot(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
}

/** Computed from the embeddings that the upstream returns. */
function rankingBySimilarity(query: string, documents: readonly string[]): Rank[] {
  const asked = getVector(query);
  return documents
    .map((document, index) => {
      const found = getVector(document);
      return { index, score: dot(asked, found) / Math.sqrt(dot(asked, asked) * dot(found, found)) };
    })
    .toSorted((one, other) => other.score - one.score);
}

const BY_RELEVANCE = buildRanking(QUERY, DOCUMENTS).map(({ index, relevance_score: score }) => ({
  index,
  score,
}));
const BY_SIMILARITY = rankingBySimilarity(QUERY, DOCUMENTS);

/** A ranking to compare with, tolerant of rounding differences between sums. */
const approximately = (ranking: readonly Rank[]): Rank[] =>
  ranking.map(({ index, score }) => ({ index, score: expect.closeTo(score, 9) as unknown as number }));

/** Each model with the ranking that its upstream returns. */
const MODELS: [model: string, ranking: Rank[]][] = [
  ['jina', BY_RELEVANCE],
  ['cohere', BY_RELEVANCE],
  ['openai', BY_SIMILARITY],
  ['compatible', BY_SIMILARITY],
  ['gemini', BY_SIMILARITY],
];

export function describeRerank(harnessed: () => RerankHarness): void {
  describe('a ranking', () => {
    let harness: RerankHarness;

    beforeAll(() => {
      harness = harnessed();
    });

    beforeEach(() => {
      for (const upstream of [harness.jina, harness.cohere, harness.others]) upstream.received.length = 0;
    });

    describe.each(MODELS)('by %s', (model, ranking) => {
      it('reaches the first Cohere client, with the documents', async () => {
        const client = new CohereClient({ token: TEST_TOKEN, environment: harness.gateway.origin });
        const { results, meta } = await client.rerank({ model, query: QUERY, documents: DOCUMENTS, topN: 3 });
        expect(results.map(({ index, relevanceScore: score }) => ({ index, score }))).toEqual(
          approximately(ranking.slice(0, 3)),
        );
        expect(results.map(({ document }) => document?.text)).toEqual(
          ranking.slice(0, 3).map(({ index }) => DOCUMENTS[index]),
        );
        expect(meta?.billedUnits?.searchUnits).toBe(1);
      });

      it('reaches the second Cohere client, without them', async () => {
        const client = new CohereClientV2({ token: TEST_TOKEN, environment: harness.gateway.origin });
        const { results, meta } = await client.rerank({ model, query: QUERY, documents: DOCUMENTS });
        expect(results.map(({ index, relevanceScore: score }) => ({ index, score }))).toEqual(
          approximately(ranking),
        );
        expect(meta).toMatchObject({ apiVersion: { version: '2' } });
        for (const result of results) expect(result).not.toHaveProperty('document');
      });

      it.each(['/v2', '/v1'])('reaches the Vercel AI SDK at %s', async (version) => {
        const baseURL = harness.gateway.origin + version;
        const answer = await rerank({
          model: createCohere({ baseURL, apiKey: TEST_TOKEN }).reranking(model),
          query: QUERY,
          documents: DOCUMENTS,
          topN: 2,
          maxRetries: 0,
        });
        expect(answer.ranking.map(({ originalIndex: index, score }) => ({ index, score }))).toEqual(
          approximately(ranking.slice(0, 2)),
        );
      });

      it('reaches clients of Jina', async () => {
        const documents = DOCUMENTS.map((text, index) => ({ text, id: `d${index}` }));
        const response = await harness.post('/v1/rerank', {
          model,
          query: { text: QUERY },
          documents,
          top_n: 99,
        });
        expect(response.status).toBe(200);
        expect(response.headers.get('x-modelgate-warnings')).toBeNull();
        const answer = (await response.json()) as { results: { index: number; relevance_score: number }[] };
        expect(answer.results.map(({ index, relevance_score: score }) => ({ index, score }))).toEqual(
          approximately(ranking),
        );
        expect(answer).toMatchObject({
          object: 'list',
          results: ranking.map(({ index }) => ({ document: documents[index] })),
          usage: { total_tokens: expect.any(Number) },
        });
      });
    });

    it('is sent to Jina as the bytes of the client, except for the name of the model', async () => {
      const body = '{ "query":"caf\\u00e9" , "model":"jina", "documents":["a","b"],"truncation" : true}';
      const response = await harness.post('/v1/rerank', body);
      expect(response.status).toBe(200);
      const [received] = harness.jina.received;
      expect(received?.rawBody.toString()).toBe(body.replace('"jina"', '"jina-reranker-v3"'));
      expect(await response.json()).toMatchObject({
        id: expect.stringMatching(/^rerank-/),
        model: 'jina-reranker-v3',
        meta: { billed_units: { search_units: 1 } },
      });
    });

    it.each(['/v1/rerank', '/v2/rerank'])(
      'is returned as bytes if nothing needs to change: %s',
      async (path) => {
        const upstream = path === '/v1/rerank' ? harness.jina : harness.cohere;
        const document = path === '/v1/rerank' ? ', "document" : {"text":"a"}' : '';
        const answer = `{ "results":[ {"index":0, "relevance_score":0.50${document}}],"meta":{"x": 1.0} }`;
        upstream.script({ kind: 'json', body: answer });
        const model = path === '/v1/rerank' ? 'jina' : 'cohere';
        const response = await harness.post(path, { model, query: 'q', documents: ['a'] });
        expect(await response.text()).toBe(answer);
      },
    );

    it('is corrected if a server does not sort and names scores differently', async () => {
      const results = [
        { index: 0, score: -2.5 },
        { index: 1, score: 7 },
      ];
      harness.jina.script({ kind: 'json', body: { results } });
      const response = await harness.post('/v1/rerank', { model: 'jina', query: 'q', documents: ['a', 'b'] });
      expect(await response.json()).toMatchObject({
        model: 'jina',
        results: [
          { index: 1, relevance_score: 7, document: { text: 'b' } },
          { index: 0, relevance_score: -2.5, document: { text: 'a' } },
        ],
        meta: { api_version: { version: '2' } },
      });
    });

    it('is sent to Cohere as texts only, from the fields that the client chose', async () => {
      const client = new CohereClient({ token: TEST_TOKEN, environment: harness.gateway.origin });
      const documents = [
        { title: 'Oslo', text: 'A capital.', note: 'x' },
        { title: 'Bread', text: 'Baked.', note: 'y' },
      ];
      const { results } = await client.rerank({
        model: 'cohere',
        query: 'oslo',
        documents,
        rankFields: ['title', 'text'],
        topN: 1,
      });
      expect(results).toEqual([{ index: 0, relevanceScore: expect.any(Number), document: documents[0] }]);
      expect(harness.cohere.received[0]?.path).toBe('/v2/rerank');
      expect(harness.cohere.received[0]?.json()).toEqual({
        model: 'rerank-v3.5',
        query: 'oslo',
        documents: ['Oslo\nA capital.', 'Bread\nBaked.'],
        top_n: 1,
      });
    });

    it('is computed from embeddings with a purpose, if a service accepts it', async () => {
      await harness.post('/v1/rerank', { model: 'gemini', query: 'q', documents: ['a', ''] });
      const bodies = harness.others.received.map((request) => request.json());
      expect(bodies).toMatchObject([
        { requests: [{ taskType: 'RETRIEVAL_QUERY', content: { parts: [{ text: 'q' }] } }] },
        {
          requests: [
            { taskType: 'RETRIEVAL_DOCUMENT', content: { parts: [{ text: 'a' }] } },
            { taskType: 'RETRIEVAL_DOCUMENT', content: { parts: [{ text: ' ' }] } },
          ],
        },
      ]);
    });

    it('is computed from embeddings in one call if a service has no purpose', async () => {
      const response = await harness.post('/v1/rerank', {
        model: 'openai',
        query: 'q',
        documents: ['a', 'b'],
      });
      expect(harness.others.received.map(({ path }) => path)).toEqual(['/v1/embeddings']);
      expect(harness.others.received[0]?.json()).toMatchObject({ input: ['q', 'a', 'b'] });
      expect(await response.json()).toMatchObject({ usage: { prompt_tokens: 3, total_tokens: 3 } });
      const line = await harness.gateway.getLog(response.headers.get('x-request-id') ?? '');
      expect(line).toMatchObject({ attempts: [{ plan: 'derive' }] });
    });

    it('is computed from embeddings if a server reports that it has no reranker', async () => {
      const response = await harness.post('/v1/rerank', {
        model: 'compatible',
        query: 'q',
        documents: ['a'],
      });
      expect(response.status).toBe(200);
      expect(harness.others.received.map(({ path }) => path)).toEqual(['/v1/rerank', '/v1/embeddings']);
    });

    it('supports more documents than are embedded at once', async () => {
      const documents = Array.from({ length: 2100 }, (_, index) => `document ${index}`);
      const response = await harness.post('/v2/rerank', { model: 'openai', query: 'q', documents, top_n: 1 });
      const [best] = rankingBySimilarity('q', documents);
      expect(await response.json()).toMatchObject({
        results: [{ index: best?.index }],
        meta: { billed_units: { search_units: 21 } },
      });
      expect(harness.others.received).toHaveLength(2);
    });

    it('can come from the sandbox, and through another gateway byte for byte', async () => {
      const request = { model: 'sandbox-rerank', query: QUERY, documents: DOCUMENTS };
      const direct = await harness.post('/v1/rerank', request);
      expect(direct.headers.get('x-modelgate-channel')).toBe('sandbox');
      const text = await direct.text();
      expect(JSON.parse(text)).toMatchObject({ results: [{ index: 1 }, {}, {}, {}] });
      const front = await startTestGateway({
        channels: [
          { ...channelTo({ url: harness.gateway.baseUrl }), apiKey: TEST_TOKEN, models: ['sandbox-rerank'] },
        ],
      });
      const response = await fetch(`${front.baseUrl}/rerank`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify(request),
      });
      expect(await response.text()).toBe(text);
      await front.stop();
    });

    it('works at an address that contains the version twice', async () => {
      const request = { model: 'sandbox-rerank', query: QUERY, documents: DOCUMENTS, top_n: 1 };
      const response = await harness.post('/v1/v2/rerank', request);
      expect(await response.json()).toMatchObject({
        results: [{ index: 1, relevance_score: expect.any(Number) }],
      });
    });
  });
}

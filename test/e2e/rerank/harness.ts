import { type FakeUpstream, startFakeUpstream } from '../../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../../harness/index.js';

export const QUERY = 'Which city is the capital of Norway?';
export const DOCUMENTS = [
  'Bread is baked from flour.',
  'Oslo is the capital of Norway.',
  'The capital of a company is its money.',
  'It rains in Bergen.',
];

/** A gateway in front of every kind of upstream that can rank documents, itself or through embeddings. */
export interface RerankHarness {
  gateway: TestGateway;
  jina: FakeUpstream;
  cohere: FakeUpstream;
  /** OpenAI and Gemini: neither has a reranker. */
  others: FakeUpstream;
  post(path: string, body: object | string, headers?: Record<string, string>): Promise<Response>;
  stop(): Promise<void>;
}

export async function startRerankHarness(): Promise<RerankHarness> {
  const [jina, cohere, others] = await Promise.all([
    startFakeUpstream({ vendor: 'jina' }),
    startFakeUpstream({ vendor: 'cohere' }),
    startFakeUpstream(),
  ]);
  const apiKey = 'sk-upstream-1';
  const gateway = await startTestGateway({
    sandbox: true,
    channels: [
      {
        name: 'jina',
        provider: 'jina',
        baseUrl: jina.url,
        apiKey,
        models: [{ id: 'jina', upstream: 'jina-reranker-v3' }],
      },
      {
        name: 'cohere',
        provider: 'cohere',
        baseUrl: cohere.origin,
        apiKey,
        models: [{ id: 'cohere', upstream: 'rerank-v3.5' }],
      },
      {
        name: 'openai',
        provider: 'openai',
        baseUrl: others.url,
        apiKey,
        models: [{ id: 'openai', upstream: 'text-embedding-3-small' }],
      },
      {
        name: 'compatible',
        provider: 'openai-compatible',
        baseUrl: others.url,
        apiKey,
        models: [{ id: 'compatible', upstream: 'bge-m3' }],
      },
      {
        name: 'gemini',
        provider: 'gemini',
        baseUrl: others.origin,
        apiKey,
        models: [{ id: 'gemini', upstream: 'gemini-embedding-001' }],
      },
      { name: 'anthropic', provider: 'anthropic', baseUrl: others.origin, apiKey, models: ['claude'] },
    ],
  });
  return {
    gateway,
    jina,
    cohere,
    others,
    post: (path, body, headers = {}) =>
      fetch(gateway.origin + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    stop: async () => {
      await gateway.stop();
      await Promise.all([jina, cohere, others].map((upstream) => upstream.close()));
    },
  };
}

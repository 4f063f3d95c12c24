import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../harness/index.js';
import { UPSTREAMS } from '../e2e/translation/harness.js';
import { AGENT_REQUESTS, type AgentFormat, type AgentRequest, THREAD } from './agent-requests.js';

const PATHS: Record<AgentFormat, (model: string) => string> = {
  'openai chat': () => '/v1/chat/completions',
  'openai responses': () => '/v1/responses',
  anthropic: () => '/v1/messages?beta=true',
  gemini: (model) => `/v1beta/models/${model}:streamGenerateContent?alt=sse`,
};

let upstream: FakeUpstream;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await startFakeUpstream({ strictFields: true });
  gateway = await startTestGateway({ channels: UPSTREAMS.map((service) => service.channel(upstream)) });
});

beforeEach(() => {
  upstream.refusals.length = 0;
});

afterAll(async () => {
  await gateway.stop();
  await upstream.close();
});

function ask({ format, body, headers }: AgentRequest, model: string, strict = false): Promise<Response> {
  const request = format === 'gemini' ? body : { ...body, model, stream: true };
  return fetch(`${gateway.origin}${PATHS[format](model)}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${TEST_TOKEN}`,
      'content-type': 'application/json',
      ...(strict && { 'x-modelgate-strict': 'true' }),
      ...headers,
    },
    body: JSON.stringify(request),
  });
}

describe.each(Object.entries(AGENT_REQUESTS))('requests of agents: %s', (_name, request) => {
  const others = UPSTREAMS.filter(({ name }) => name !== request.format);

  it.each(others)('is accepted by $name, and dropped fields are named', async ({ model }) => {
    const response = await ask(request, model);
    expect({ status: response.status, text: await response.text() }).toMatchObject({ status: 200 });
    expect(upstream.refusals.map(({ message }) => message)).toEqual([]);
    const isWhole = response.headers.get('x-modelgate-warnings') === null;
    const strict = await ask(request, model, true);
    await strict.text();
    expect(strict.status).toBe(isWhole ? 200 : 400);
  });
});

describe('a conversation that the service is to store', () => {
  const others = UPSTREAMS.filter(({ name }) => name !== THREAD.format);

  it.each(others)('is rejected over $name as its library expects', async ({ model }) => {
    const response = await ask(THREAD, model);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { details: { error_code: 'thread_unsupported_request' } },
    });
  });
});

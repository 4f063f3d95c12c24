import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ChatRequest, type ChatResponse, type JsonObject, collectResponse } from '#canonical';
import { EventStreamDecoder, type EventStreamMessage } from '#sse';
import { UPSTREAM_FORMATS } from '#wire';
import { GOLDEN_CASES } from '../../conformance/golden-cases.js';
import { type CloudFront, bedrock, startCloudFront } from '../clouds/index.js';
import { type FakeUpstream, startFakeUpstream } from '../index.js';

const KEY = 'sk-upstream-1';
const MODELS = [
  'us.anthropic.claude-made-up-v1:0',
  'amazon.nova-pro-v1:0',
  'us.meta.llama4-scout-17b-instruct-v1:0',
  'mistral.mistral-large-2407-v1:0',
  'openai.gpt-oss-120b-1:0',
];
const [CLAUDE = ''] = MODELS;
const { egress } = UPSTREAM_FORMATS['bedrock-converse'];

let services: FakeUpstream;
let cloud: CloudFront;

beforeAll(async () => {
  services = await startFakeUpstream();
  cloud = await startCloudFront(bedrock({ isAuthenticated: isCustomer, apiKey: KEY }), services);
});

afterAll(async () => {
  await cloud.close();
  await services.close();
});

function isCustomer({ headers }: { headers: { authorization?: string } }): boolean {
  return headers.authorization === 'Bearer aws';
}

async function post(path: string, body: object, key = 'aws'): Promise<Response> {
  return fetch(cloud.origin + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function postTo(model: string, operation: string, body: object): Promise<Response> {
  return post(`/model/${encodeURIComponent(model)}/${operation}`, body);
}

async function readJson(response: Response): Promise<JsonObject> {
  const body = (await response.json()) as JsonObject;
  if (response.status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

async function readFrames(response: Response): Promise<EventStreamMessage[]> {
  expect(response.headers.get('content-type')).toBe('application/vnd.amazon.eventstream');
  return new EventStreamDecoder().push(Buffer.from(await response.arrayBuffer()));
}

async function ask(model: string, request: ChatRequest): Promise<ChatResponse> {
  const { value } = egress.encodeRequest(request, model, { cachesPrompt: true });
  return egress.decodeResponse(await readJson(await postTo(model, 'converse', value)));
}

async function askForStream(model: string, request: ChatRequest): Promise<ChatResponse> {
  const { value } = egress.encodeRequest({ ...request, isStreamed: true }, model, { cachesPrompt: true });
  const decoder = egress.createStreamDecoder();
  const frames = await readFrames(await postTo(model, 'converse-stream', value));
  const parts = frames.flatMap(({ headers, payload }) =>
    decoder.push({
      event: headers[':event-type'] ?? headers[':exception-type'],
      data: payload.toString('utf8'),
    }),
  );
  return collectResponse([...parts, ...decoder.end()]);
}

describe.each(MODELS)('%s accepts', (model) => {
  // Bedrock rejects what a model does not support before it calls the model.
  const canForce = !model.includes('llama');
  const cases = Object.entries(GOLDEN_CASES).filter(([name]) => canForce || name !== 'forced-tool');

  it.each(cases)('the request "%s"', async (_name, request) => {
    services.scenario('json');
    const [whole, streamed] = [await ask(model, request), await askForStream(model, request)];
    expect(whole.choices[0]?.content.at(-1)).toEqual({ type: 'text', text: '{"answer":42}' });
    expect(streamed.choices).toEqual(whole.choices);
    expect(streamed.usage?.outputTokens).toBe(whole.usage?.outputTokens);
  });
});

describe('Converse rejects', () => {
  const user = { role: 'user', content: [{ text: 'a' }] };
  const call = { role: 'assistant', content: [{ toolUse: { toolUseId: 'i', name: 'f', input: {} } }] };
  const result = { role: 'user', content: [{ toolResult: { toolUseId: 'i', content: [{ text: 'r' }] } }] };

  it.each<[string, object, string]>([
    [CLAUDE, { messages: [user], model: 'x' }, 'extraneous key [model]'],
    [CLAUDE, { messages: [user], inferenceConfig: { topK: 1 } }, 'extraneous key [topK]'],
    [CLAUDE, { messages: [user], inferenceConfig: { temperature: 2 } }, 'inferenceConfig.temperature'],
    [CLAUDE, { messages: [user, user] }, 'must alternate'],
    [CLAUDE, { messages: [{ role: 'assistant', content: [{ text: 'a' }] }] }, 'must start with a user'],
    [CLAUDE, { messages: [{ role: 'user', content: [{ text: ' ' }] }] }, 'is blank'],
    [CLAUDE, { messages: [user, call, result] }, 'toolConfig field must be defined'],
    [CLAUDE, { messages: [user, call, user] }, 'Expected toolResult blocks'],
    [CLAUDE, { messages: [user], toolConfig: { tools: [] } }, 'toolConfig.tools'],
    [CLAUDE, { messages: [user], additionalModelRequestFields: { seed: 1 } }, 'seed: Extra inputs'],
    [
      'amazon.nova-pro-v1:0',
      { messages: [user, { role: 'assistant', content: [{ text: 'a' }] }] },
      'must end',
    ],
    [
      'meta.llama3-70b-instruct-v1:0',
      { messages: [user], system: [{ text: 'a' }, { cachePoint: { type: 'default' } }] },
      'caching',
    ],
  ])('%s %j', async (model, body, message) => {
    const response = await postTo(model, 'converse', body);
    expect(response.status).toBe(400);
    expect(response.headers.get('x-amzn-errortype')).toMatch(/^ValidationException:/);
    expect(((await response.json()) as JsonObject)['message']).toContain(message);
  });

  it('a request without a key', async () => {
    expect((await post('/model/x/converse', { messages: [user] }, 'other')).status).toBe(403);
  });
});

describe('InvokeModel', () => {
  const body = {
    anthropic_version: 'bedrock-2023-05-31',
    max_tokens: 100,
    messages: [{ role: 'user', content: 'Hello there' }],
  };

  it.each<[object, string]>([
    [{ model: 'm' }, 'model: Extra inputs'],
    [{ stream: true }, 'stream: Extra inputs'],
    [{ anthropic_version: '2023-06-01' }, 'anthropic_version'],
    [
      {
        messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'url', url: 'https://a' } }] }],
      },
      'URL sources',
    ],
  ])('rejects %j', async (more, message) => {
    const response = await postTo(CLAUDE, 'invoke', { ...body, ...more });
    expect(response.status).toBe(400);
    expect(((await response.json()) as JsonObject)['message']).toContain(message);
  });
});

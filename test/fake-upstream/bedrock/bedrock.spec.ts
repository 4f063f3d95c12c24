import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ChatRequest, type ChatResponse, type JsonObject, collectResponse } from '#canonical';
import { EventStreamDecoder, type EventStreamMessage } from '#sse';
import { EMBEDDINGS_FORMATS, RERANK_FORMATS, UPSTREAM_FORMATS } from '#wire';
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
  cloud = await startCloudFront(bedrock({ mayAsk: isCustomer, apiKey: KEY }), services);
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

const question: ChatRequest = {
  model: 'm',
  isStreamed: false,
  maxOutputTokens: 3000,
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello there' }] }],
};

describe.each(MODELS)('%s takes', (model) => {
  // What a model cannot do is refused before it is asked.
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

describe('a conversation', () => {
  it('has its calls answered, and its thoughts back', async () => {
    services.scenario('reasoning-tool');
    const tools = [{ name: 'get_weather', parameters: { type: 'object', properties: {} } }];
    const asked: ChatRequest = { ...question, tools, reasoning: { budgetTokens: 2000 } };
    const { choices } = await askForStream(CLAUDE, asked);
    const content = choices[0]?.content ?? [];
    const call = content.find((part) => part.type === 'tool-call');
    expect(content.map(({ type }) => type)).toEqual(['reasoning', 'tool-call']);
    const answered = await ask(CLAUDE, {
      ...asked,
      messages: [
        ...question.messages,
        { role: 'assistant', content },
        {
          role: 'tool',
          results: [{ callId: call?.id ?? '', content: [{ type: 'text', text: 'Snow' }], isError: false }],
        },
      ],
    });
    expect(answered.choices[0]?.content.at(-1)).toMatchObject({ text: expect.stringContaining('Snow') });
  });

  it('fails in the words of AWS', async () => {
    services.scenario('text');
    services.script({ kind: 'in-band-error', afterEvents: 3 });
    await expect(askForStream(CLAUDE, question)).rejects.toMatchObject({ kind: 'upstream-overloaded' });
    services.script({ kind: 'error', status: 429 });
    const response = await postTo(CLAUDE, 'converse', egress.encodeRequest(question, CLAUDE).value);
    expect(response.status).toBe(429);
    expect(response.headers.get('x-amzn-errortype')).toMatch(/^ThrottlingException:/);
    expect(await response.json()).toEqual({ message: expect.any(String) });
  });
});

describe('Converse refuses', () => {
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

  it('who has no key', async () => {
    expect((await post('/model/x/converse', { messages: [user] }, 'other')).status).toBe(403);
  });
});

describe('InvokeModel', () => {
  const body = {
    anthropic_version: 'bedrock-2023-05-31',
    max_tokens: 100,
    messages: [{ role: 'user', content: 'Hello there' }],
  };

  it('streams events of Anthropic in frames, and no pings', async () => {
    services.scenario('text');
    const frames = await readFrames(await postTo(CLAUDE, 'invoke-with-response-stream', body));
    const events = frames.map(({ headers, payload }) => {
      expect(headers[':event-type']).toBe('chunk');
      const { bytes } = JSON.parse(payload.toString()) as { bytes: string };
      return (JSON.parse(Buffer.from(bytes, 'base64').toString()) as JsonObject)['type'];
    });
    expect(events[0]).toBe('message_start');
    expect(events.at(-1)).toBe('message_stop');
    expect(events).not.toContain('ping');
  });

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
  ])('refuses %j', async (more, message) => {
    const response = await postTo(CLAUDE, 'invoke', { ...body, ...more });
    expect(response.status).toBe(400);
    expect(((await response.json()) as JsonObject)['message']).toContain(message);
  });

  it('embeds and ranks', async () => {
    const asked = { model: 'm', inputs: ['a b'], encoding: 'float' as const, dimensions: 256 };
    for (const [format, model] of [
      ['bedrock-titan-embeddings', 'amazon.titan-embed-text-v2:0'],
      ['bedrock-cohere-embeddings', 'cohere.embed-v4:0'],
    ] as const) {
      const codec = EMBEDDINGS_FORMATS[format];
      const { body: sent } = codec.encodeRequest(asked, model);
      const answer = codec.decodeResponse(await readJson(await postTo(model, 'invoke', sent)), asked);
      expect(answer.vectors[0]).toHaveLength(256);
    }
    const ranked = {
      model: 'm',
      query: 'snow',
      documents: ['rain', 'snow'].map((text) => ({ text, original: text })),
      returnDocuments: false,
    };
    for (const model of ['cohere.rerank-v3-5:0', 'amazon.rerank-v1:0']) {
      const codec = RERANK_FORMATS['bedrock-rerank'];
      const { body: sent } = codec.encodeRequest(ranked, model);
      const answer = codec.decodeResponse(await readJson(await postTo(model, 'invoke', sent)), ranked);
      expect(answer.results[0]?.index).toBe(1);
    }
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { ChatCompletionStream } from 'openai/lib/ChatCompletionStream';
import { type Stream } from 'openai/streaming';
import { type FakeUpstream, startFakeUpstream } from '../../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../../harness/index.js';
import { UPSTREAMS } from '../translation/harness.js';
import { openAiResponsesUpstream } from '../translation/upstreams/openai-responses.js';

type Item = Record<string, unknown>;

const schema = { type: 'object', properties: { city: { type: 'string' } } };

/** What Cursor sends, in field names and structure: a body of the responses format, with an option of chat. */
const REQUEST = {
  instructions: 'You edit code.',
  tools: [
    { type: 'function', name: 'get_weather', description: 'Tells', parameters: schema, strict: false },
    {
      type: 'custom',
      name: 'ApplyPatch',
      format: { type: 'grammar', syntax: 'lark', definition: 'start: /.+/' },
    },
  ],
  tool_choice: 'auto',
  reasoning: { effort: 'medium', summary: 'auto' },
  text: { verbosity: 'low' },
  include: ['reasoning.encrypted_content'],
  store: false,
  max_output_tokens: 9000,
};
const OPENING: Item[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: [{ type: 'input_text', text: 'Weather?' }] },
];

let upstream: FakeUpstream;
let gateway: TestGateway;
let client: OpenAI;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  const channels = UPSTREAMS.map((service) => service.channel(upstream));
  const openai = openAiResponsesUpstream.channel(upstream);
  channels.push({ ...openai, name: 'openai', formats: undefined, models: ['over-openai'] });
  gateway = await startTestGateway({ channels, sandbox: true });
  client = new OpenAI({ baseURL: gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });
});

afterAll(async () => {
  await gateway.stop();
  await upstream.close();
});

type Message = OpenAI.ChatCompletionMessage;

async function ask(model: string, input: Item[] | string, more: Item = {}): Promise<Message | undefined> {
  const body = { ...REQUEST, model, input, ...more };
  const answer = await client.post<OpenAI.ChatCompletion>('/chat/completions', { body });
  expect(answer).toMatchObject({ object: 'chat.completion', usage: { total_tokens: expect.any(Number) } });
  return answer.choices[0]?.message;
}

/** The message that the official library builds from the chunks of a stream. */
async function askForStream(model: string, input: Item[] | string, more: Item = {}): Promise<Message> {
  const body = { ...REQUEST, model, input, stream: true, stream_options: { include_usage: true }, ...more };
  const chunks = (await client.post('/chat/completions', { body, stream: true })) as Stream<unknown>;
  const stream = ChatCompletionStream.fromReadableStream(chunks.toReadableStream());
  const usage = await stream.totalUsage();
  expect(usage.total_tokens).toBeGreaterThan(0);
  return stream.finalMessage();
}

const asItems = (calls: Message['tool_calls'] = []): Item[] => [
  ...calls.map((call) => {
    if (call.type !== 'function') throw new Error('every call is one of a function');
    return { type: 'function_call', call_id: call.id, ...call.function };
  }),
  ...calls.map(({ id }) => ({ type: 'function_call_output', call_id: id, output: 'It rains.' })),
];
const asMessages = (calls: Message['tool_calls'] = []): Item[] => [
  { role: 'assistant', content: null, tool_calls: calls },
  ...calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'It rains.' })),
];

describe.each(UPSTREAMS)('an input at the chat endpoint over $name', (service) => {
  const { name, model } = service;
  it.each([
    ['not streamed, with items', ask, asItems],
    ['not streamed, with messages', ask, asMessages],
    ['in a stream, with items', askForStream, asItems],
    ['in a stream, with messages', askForStream, asMessages],
  ])('completes a round with a tool: %s', async (_way, send, toTurns) => {
    upstream.scenario('tool');
    const called = await send(model, OPENING);
    expect(called?.tool_calls).toMatchObject([
      { type: 'function', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } },
    ]);
    const said = await send(model, [...OPENING, ...toTurns(called?.tool_calls)]);
    expect(said?.content).toContain('It rains.');
    const received = upstream.received.at(-1);
    expect(received && service.read(received)).toMatchObject({
      system: expect.stringMatching(/You edit code\.[^]*Be brief\./),
      calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
      results: [{ text: expect.stringContaining('It rains.') }],
      maxTokens: name === 'anthropic messages' ? expect.any(Number) : 9000,
    });
  });

  it('gets errors in the chat format', async () => {
    const body = { ...REQUEST, model, input: [{ role: 'user', content: [{ type: 'input_text' }] }] };
    await expect(client.post('/chat/completions', { body })).rejects.toMatchObject({
      status: 400,
      param: 'input[0].content[0].text',
      type: 'invalid_request_error',
    });
  });

  it('is warned of what is lost, and rejected in strict mode', async () => {
    upstream.scenario('text');
    const body = { ...REQUEST, model, input: 'hi', truncation: 'auto' };
    const { response } = await client.post('/chat/completions', { body }).withResponse();
    expect(response.headers.get('x-modelgate-warnings')).toContain('truncation');
    const headers = { 'x-modelgate-strict': 'true' };
    await expect(client.post('/chat/completions', { body, headers })).rejects.toMatchObject({ status: 400 });
  });
});

describe('an input at the chat endpoint over a service of two formats', () => {
  const [tool] = REQUEST.tools;
  const turn = { role: 'user', content: 'Weather?' };

  it.each<[string, Item, string]>([
    ['tools', { tools: [tool], input: [turn] }, '/responses'],
    ['tools among its items', { input: [{ type: 'additional_tools', tools: [tool] }, turn] }, '/responses'],
    ['no tools', { input: [turn] }, '/chat/completions'],
    ['an empty list of tools', { tools: [], input: [turn] }, '/chat/completions'],
  ])(
    'is routed to a format that supports tools, whatever else is lost there: %s',
    async (_with, request, path) => {
      upstream.scenario('text');
      await client.post('/chat/completions', { body: { model: 'over-openai', seed: 7, ...request } });
      expect(upstream.received.at(-1)?.path).toContain(path);
    },
  );
});

describe('an input at the chat endpoint over the sandbox', () => {
  it.each([
    ['not streamed', ask],
    ['in a stream', askForStream],
  ])('gets the plain text of a custom tool: %s', async (_way, send) => {
    const asked = { role: 'user', content: '[[tool=ApplyPatch {"input":"*** Begin Patch"}]]' };
    const called = await send('sandbox-chat', [asked]);
    expect(called?.tool_calls).toMatchObject([
      { type: 'function', function: { name: 'ApplyPatch', arguments: '*** Begin Patch' } },
    ]);
    const said = await send('sandbox-chat', [asked, ...asMessages(called?.tool_calls)]);
    expect(said?.content).toContain('It rains.');
  });

  it.each<[Item, string]>([
    [{ input: 5 }, 'input'],
    [{ input: [] }, 'input'],
    [{ input: [{ role: 'tool', content: 'x' }] }, 'input[0].tool_call_id'],
    [{ input: 'hi', tools: [{ type: 'function' }] }, 'tools[0].name'],
    [{ input: 'hi', max_output_tokens: 'many' }, 'max_output_tokens'],
    [{ input: 'hi', reasoning: { effort: 'huge' } }, 'reasoning.effort'],
    [{ input: 'hi', previous_response_id: 'resp_1' }, 'previous_response_id'],
    [{ input: null }, 'messages'],
  ])('%j is a 400 that names %s', async (more, param) => {
    const body = { ...REQUEST, model: 'sandbox-chat', ...more };
    await expect(client.post('/chat/completions', { body })).rejects.toMatchObject({ status: 400, param });
  });
});

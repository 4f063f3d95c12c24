import { describe, expect, it } from '@jest/globals';
import { type ChatRequest, type JsonObject, collectResponse, streamResponse } from '#canonical';
import { SseDecoder } from '#sse';
import { CLIENT_FORMATS, WIRE_FORMATS } from '../registry.js';

const { ingress } = CLIENT_FORMATS['openai-chat-input'];
const read = (body: object): ReturnType<(typeof CLIENT_FORMATS)['openai-chat']['readRequest']> =>
  CLIENT_FORMATS['openai-chat'].readRequest(Buffer.from(JSON.stringify({ model: 'm', ...body })));
const decode = (body: JsonObject): ChatRequest => ingress.decodeRequest({ model: 'm', ...body }, {}).value;

const PATCH = {
  type: 'custom',
  name: 'ApplyPatch',
  format: { type: 'grammar', syntax: 'lark', definition: 'start: /.+/' },
};
const RAW = '*** Begin Patch "x"';

describe('a body that is sent to the chat endpoint', () => {
  it.each([
    [{ input: 'hi' }, 'openai-chat-input'],
    [{ input: [], messages: null }, 'openai-chat-input'],
    [{ messages: [{ role: 'user', content: 'hi' }] }, undefined],
    [{ messages: [{ role: 'user', content: 'hi' }], input: 'hi' }, undefined],
  ])('%j is read as %s', (body, format) => {
    expect(read(body).format).toBe(format);
  });

  it.each([
    [{}, 'messages'],
    [{ input: null }, 'messages'],
    [{ input: 7 }, 'input'],
    [{ input: 'hi', max_output_tokens: 0 }, 'max_output_tokens'],
    [{ input: 'hi', n: -1 }, 'n'],
    [{ input: 'hi', max_tokens: -1 }, 'max_tokens'],
  ])('%j is rejected at %s', (body, param) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ param }));
  });

  it('has an output limit for all its choices', () => {
    expect(read({ input: 'hi', max_output_tokens: 20, max_tokens: 30, n: 2 }).maxOutputTokens).toBe(40);
    expect(read({ input: 'hi', max_tokens: 30 }).maxOutputTokens).toBe(30);
  });
});

describe('an input at the chat endpoint', () => {
  const weather = { name: 'get_weather', parameters: { type: 'object' } };

  it('may have chat messages as well as items', () => {
    const asked = { role: 'user', content: 'Weather?' };
    const tools = [{ type: 'function', ...weather }];
    const items = decode({
      tools,
      tool_choice: { type: 'function', name: 'get_weather' },
      input: [
        { role: 'system', content: [{ type: 'input_text', text: 'Be brief.' }] },
        { ...asked, content: [{ type: 'input_text', text: 'Weather?' }] },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I look.' }] },
        { type: 'function_call', call_id: 'c1', name: 'get_weather', arguments: '{"city":"Oslo"}' },
        { type: 'function_call_output', call_id: 'c1', output: 'Rain' },
      ],
    });
    const called = { name: 'get_weather', arguments: '{"city":"Oslo"}' };
    const messages = decode({
      tools: [{ type: 'function', function: weather }],
      tool_choice: { type: 'function', function: { name: 'get_weather' } },
      input: [
        { role: 'system', content: [{ type: 'text', text: 'Be brief.' }] },
        asked,
        {
          role: 'assistant',
          content: 'I look.',
          tool_calls: [{ id: 'c1', type: 'function', function: called }],
        },
        { role: 'tool', tool_call_id: 'c1', content: [{ type: 'text', text: 'Rain' }] },
      ],
    });
    expect(messages).toEqual(items);
    expect(items.messages).toHaveLength(4);
  });

  it('has the settings of both formats', () => {
    const settings = decode({
      input: 'hi',
      reasoning: { summary: 'auto' },
      reasoning_effort: 'low',
      max_completion_tokens: 9,
      stop: 'end',
      text: { verbosity: 'low' },
      stream_options: { include_usage: true },
    });
    expect(settings).toMatchObject({
      reasoning: { effort: 'low', isShown: true },
      maxOutputTokens: 9,
      stopSequences: ['end'],
      verbosity: 'low',
    });
    expect(settings).not.toHaveProperty('extensions');
    expect(decode({ input: 'hi', max_output_tokens: 5, max_tokens: 9 }).maxOutputTokens).toBe(5);
  });

  it.each<[JsonObject, string]>([
    [{ input: 'hi', previous_response_id: 'resp_1' }, 'previous_response_id'],
    [{ input: 'hi', functions: [] }, 'functions'],
    [{ input: 'hi', modalities: ['audio'] }, 'modalities'],
    [{ input: [{ role: 'tool', content: 'x' }] }, 'input[0].tool_call_id'],
    [{ input: [{ role: 'user', content: [{ type: 'image' }] }] }, 'input[0].content[0].type'],
    [{ input: [{ role: 'guest', content: 'x' }] }, 'input[0].role'],
    [
      { input: [{ role: 'assistant', tool_calls: [{ id: 'c', function: { name: 'f', arguments: 'x' } }] }] },
      'input[0].tool_calls[0].function.arguments',
    ],
    [{ input: 'hi', tools: [{ type: 'function' }] }, 'tools[0].name'],
  ])('%j is rejected at %s', (body, param) => {
    expect(() => decode(body)).toThrow(expect.objectContaining({ param }));
  });

  it('warns of what is not stored', () => {
    const { warnings } = ingress.decodeRequest({ model: 'm', input: 'hi', store: true }, {});
    expect(warnings).toMatchObject([{ field: { param: 'store' } }]);
  });
});

describe('a custom tool of an input at the chat endpoint', () => {
  it.each([
    ['flat', PATCH],
    ['nested', { type: 'custom', custom: { name: 'ApplyPatch' } }],
  ])('%s: is called with its plain text, complete and in a stream', (_shape, tool) => {
    const body = { model: 'm', tools: [tool], stream_options: { include_usage: true } } as JsonObject;
    const context = { request: { model: 'm' }, body, hints: {}, requestId: 'req_1' };
    const call = { type: 'tool-call' as const, id: 'c1', name: 'ApplyPatch' };
    const response = {
      id: 'r',
      model: 'm',
      createdAtSeconds: 1,
      choices: [
        {
          index: 0,
          content: [{ ...call, arguments: JSON.stringify({ input: RAW }) }],
          finish: { kind: 'tool-calls' as const },
        },
      ],
    };
    const called = { name: 'ApplyPatch', arguments: RAW };
    expect(ingress.encodeResponse(response, context)).toMatchObject({
      object: 'chat.completion',
      choices: [{ message: { tool_calls: [{ id: 'c1', type: 'function', function: called }] } }],
    });
    const encoder = ingress.createStreamEncoder(context);
    const text =
      streamResponse(response)
        .map((part) => encoder.push(part))
        .join('') + encoder.end();
    const decoder = WIRE_FORMATS['openai-chat'].egress.createStreamDecoder();
    const parts = new SseDecoder()
      .push(Buffer.from(text))
      .flatMap(({ event }) => (event ? decoder.push(event) : []));
    const [choice] = collectResponse([...parts, ...decoder.end()]).choices;
    expect(choice?.content).toEqual([{ ...call, arguments: RAW }]);
  });

  it.each<[string, JsonObject]>([
    ['an item', { type: 'function_call', call_id: 'c1', name: 'ApplyPatch', arguments: RAW }],
    ['its own item', { type: 'custom_tool_call', call_id: 'c1', name: 'ApplyPatch', input: RAW }],
    [
      'a message',
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', function: { name: 'ApplyPatch', arguments: RAW } }],
      },
    ],
    [
      'a message of its own kind',
      {
        role: 'assistant',
        tool_calls: [{ id: 'c1', type: 'custom', custom: { name: 'ApplyPatch', input: RAW } }],
      },
    ],
  ])('is sent back in %s', (_shape, turn) => {
    const { messages } = decode({ tools: [PATCH], input: [{ role: 'user', content: 'Go' }, turn] });
    const call = {
      type: 'tool-call',
      id: 'c1',
      name: 'ApplyPatch',
      arguments: JSON.stringify({ input: RAW }),
    };
    expect(messages[1]).toEqual({ role: 'assistant', content: [call] });
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startFakeUpstream, type FakeUpstream } from '../index.js';

const USER = { role: 'user', content: 'hi' };
const CALL = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } };
const CALLING = { role: 'assistant', content: null, tool_calls: [CALL] };
const RESULT = { role: 'tool', tool_call_id: 'call_1', content: 'ok' };
const TOOL = { type: 'function', function: { name: 'f' } };
const IMAGE = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } };

let upstream: FakeUpstream;

beforeAll(async () => {
  upstream = await startFakeUpstream({ strictFields: true });
});

afterAll(() => upstream.close());

async function post(body: object, url = upstream.url) {
  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: 'm', messages: [USER], ...body }),
    headers: { authorization: 'Bearer sk-upstream-1', 'content-type': 'application/json' },
  });
  return { status: response.status, body: (await response.json()) as { error?: { param: string } } };
}

const withMessages = (...messages: object[]) => ({ messages: [USER, ...messages] });

describe('OpenAI chat rejects', () => {
  it.each([
    ['a field of Anthropic', { stop_sequences: ['x'] }, 'stop_sequences'],
    ['a field of Gemini', { generationConfig: {} }, 'generationConfig'],
    ['a field in a message', withMessages({ ...CALLING, thinking: 'x' }), 'messages[1].thinking'],
    ['a role of Gemini', withMessages({ role: 'model', content: 'x' }), 'messages[1].role'],
    ['a result without a call', withMessages(RESULT), 'messages[1].tool_call_id'],
    [
      'a result of another call',
      withMessages(CALLING, { ...RESULT, tool_call_id: 'call_2' }),
      'messages[2].tool_call_id',
    ],
    ['a late result', withMessages(CALLING, USER, RESULT), 'messages[1].tool_calls'],
    ['a call without a result', withMessages(CALLING), 'messages[1].tool_calls'],
    [
      'an image in a result',
      withMessages(CALLING, { ...RESULT, content: [IMAGE] }),
      'messages[2].content[0].type',
    ],
    [
      'arguments that are no string',
      withMessages({ ...CALLING, tool_calls: [{ ...CALL, function: { name: 'f', arguments: {} } }] }, RESULT),
      'messages[1].tool_calls[0].function.arguments',
    ],
    ['an empty list of tool calls', withMessages({ ...CALLING, tool_calls: [] }), 'messages[1].tool_calls'],
    ['an empty user message', withMessages({ role: 'user', content: null }), 'messages[1].content'],
    [
      'a part of Anthropic',
      withMessages({ role: 'user', content: [{ type: 'image' }] }),
      'messages[1].content[0].type',
    ],
    [
      'an image that is bare base64',
      withMessages({ role: 'user', content: [{ type: 'image_url', image_url: { url: 'aGk=' } }] }),
      'messages[1].content[0].image_url.url',
    ],
    ['five stops', { stop: ['1', '2', '3', '4', '5'] }, 'stop'],
    ['a temperature above 2', { temperature: 2.1 }, 'temperature'],
    [
      'a schema without a name',
      { response_format: { type: 'json_schema', json_schema: {} } },
      'response_format.json_schema.name',
    ],
    ['a flat tool', { tools: [{ type: 'function', name: 'f' }] }, 'tools[0].function'],
    [
      'a tool name with a dot',
      { tools: [{ type: 'function', function: { name: 'a.b' } }] },
      'tools[0].function.name',
    ],
    ['a choice without tools', { tool_choice: 'auto' }, 'tool_choice'],
    ['a choice of Anthropic', { tools: [TOOL], tool_choice: { type: 'any' } }, 'tool_choice.type'],
    [
      'a choice of a missing tool',
      { tools: [TOOL], tool_choice: { type: 'function', function: { name: 'g' } } },
      'tool_choice.function.name',
    ],
  ])('%s', async (_, body, param) => {
    const response = await post(body);
    expect(response).toMatchObject({
      status: 400,
      body: { error: { type: 'invalid_request_error', param } },
    });
  });

  it('none of these', async () => {
    const { status } = await post({
      ...withMessages(CALLING, RESULT, { role: 'user', content: [{ type: 'text', text: 'and?' }, IMAGE] }),
      tools: [TOOL],
      tool_choice: { type: 'function', function: { name: 'f' } },
      stop: ['1', '2', '3', '4'],
      response_format: { type: 'json_schema', json_schema: { name: 'a', schema: {} } },
      max_tokens: 5,
    });
    expect(status).toBe(200);
  });

  it('no unknown fields by default', async () => {
    const lenient = await startFakeUpstream();
    expect(await post({ stop_sequences: ['x'] }, lenient.url)).toMatchObject({ status: 200 });
    await lenient.close();
  });
});

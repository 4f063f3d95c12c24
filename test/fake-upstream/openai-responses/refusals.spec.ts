import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startFakeUpstream, type FakeUpstream } from '../index.js';

const USER = { role: 'user', content: 'hi' };
const CALL = { type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{}' };
const OUTPUT = { type: 'function_call_output', call_id: 'call_1', output: 'ok' };
const TOOL = { type: 'function', name: 'f', parameters: { type: 'object' } };
const REASONING = { type: 'reasoning', id: 'rs_1', summary: [] };

let upstream: FakeUpstream;

beforeAll(async () => {
  upstream = await startFakeUpstream();
});

afterAll(() => upstream.close());

async function post(body: object, key = 'sk-upstream-1') {
  const response = await fetch(`${upstream.url}/responses`, {
    method: 'POST',
    body: JSON.stringify({ model: 'm', input: 'hi', ...body }),
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  });
  return { status: response.status, body: (await response.json()) as object };
}

const input = (...items: object[]) => ({ input: [USER, ...items] });

describe('OpenAI responses rejects', () => {
  it.each([
    ['stop', { stop: ['x'] }, 'stop'],
    ['n', { n: 1 }, 'n'],
    ['seed', { seed: 1 }, 'seed'],
    ['messages', { messages: [USER] }, 'messages'],
    ['max_tokens', { max_tokens: 100 }, 'max_tokens'],
    ['response_format', { response_format: { type: 'text' } }, 'response_format'],
    ['no input', { input: undefined }, 'input'],
    ['no model', { model: undefined }, 'model'],
    ['15 tokens', { max_output_tokens: 15 }, 'max_output_tokens'],
    [
      'include_usage',
      { stream: true, stream_options: { include_usage: true } },
      'stream_options.include_usage',
    ],
    [
      'a nested schema',
      { text: { format: { type: 'json_schema', json_schema: {} } } },
      'text.format.json_schema',
    ],
    [
      'a schema without a name',
      { text: { format: { type: 'json_schema', schema: {} } } },
      'text.format.name',
    ],
    ['a nested tool', { tools: [{ type: 'function', function: { name: 'f' } }] }, 'tools[0].name'],
    [
      'a nested choice',
      { tools: [TOOL], tool_choice: { type: 'function', function: { name: 'f' } } },
      'tool_choice.function',
    ],
    [
      'a choice of a missing tool',
      { tools: [TOOL], tool_choice: { type: 'function', name: 'g' } },
      'tool_choice',
    ],
    ['unknown includes', { include: ['reasoning'] }, 'include[0]'],
    ['an effort that is a number', { reasoning: { effort: 3 } }, 'reasoning.effort'],
    ['an unknown previous response', { previous_response_id: 'resp_1' }, 'previous_response_id'],
    ['a tool message', input({ role: 'tool', content: 'x', tool_call_id: 'c' }), 'input[1].tool_call_id'],
    [
      'tool calls in a message',
      input({ role: 'assistant', content: 'x', tool_calls: [] }),
      'input[1].tool_calls',
    ],
    [
      'input_text of the assistant',
      input({ role: 'assistant', content: [{ type: 'input_text', text: 'x' }] }),
      'input[1].content[0].type',
    ],
    [
      'output_text of the user',
      input({ role: 'user', content: [{ type: 'output_text', text: 'x' }] }),
      'input[1].content[0].type',
    ],
    [
      'a part of chat',
      input({ role: 'user', content: [{ type: 'text', text: 'x' }] }),
      'input[1].content[0].type',
    ],
    [
      'an image as an object',
      input({ role: 'user', content: [{ type: 'input_image', image_url: { url: 'https://a' } }] }),
      'input[1].content[0].image_url',
    ],
    ['an output without a call', input(OUTPUT), 'input[1].call_id'],
    ['a call without an output', input(CALL), 'input'],
    ['arguments that are no string', input({ ...CALL, arguments: {} }, OUTPUT), 'input[1].arguments'],
    ['an invalid id', input({ ...CALL, id: 'call_1' }, OUTPUT), 'input[1].id'],
    ['a call id of 65 characters', input({ ...CALL, call_id: 'c'.repeat(65) }), 'input[1].call_id'],
    [
      'foreign encrypted reasoning',
      input({ ...REASONING, encrypted_content: 'gAAAA-x.y' }),
      'input[1].encrypted_content',
    ],
    ['reasoning without a summary', input({ ...REASONING, summary: undefined }), 'input[1].summary'],
  ])('%s', async (_, body, param) => {
    const response = await post(body);
    expect(response).toMatchObject({
      status: 400,
      body: { error: { type: 'invalid_request_error', param } },
    });
  });

  it('reasoning that was not stored', async () => {
    expect(await post(input(REASONING))).toMatchObject({
      status: 404,
      body: { error: { param: 'input[1].id' } },
    });
  });

  it('a wrong key', async () => {
    const refused = { status: 401, body: { error: { code: 'invalid_api_key' } } };
    expect(await post({}, 'sk-other')).toMatchObject(refused);
  });

  it('none of these', async () => {
    const { status } = await post({
      ...input({ ...CALL, id: 'fc_1' }, { ...OUTPUT, output: [{ type: 'input_text', text: 'x' }] }),
      tools: [TOOL],
      tool_choice: { type: 'function', name: 'f' },
      store: true,
      max_output_tokens: 16,
      text: { format: { type: 'json_schema', name: 'a', schema: {} } },
      metadata: { a: 'b' },
    });
    expect(status).toBe(200);
  });
});

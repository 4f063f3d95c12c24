import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startFakeUpstream, type FakeUpstream } from '../index.js';

const USER = { role: 'user', content: 'hi' };
const TOOL = { name: 'f', input_schema: { type: 'object' } };
const CALL = { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} };
const RESULT = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'ok' };
const CALLING = { role: 'assistant', content: [CALL] };
const TEXT = { type: 'text', text: 'x' };
const JPEG = Buffer.from('ffd8ffe000104a46', 'hex').toString('base64');
const BUDGET = { type: 'enabled', budget_tokens: 1024 };

let upstream: FakeUpstream;

beforeAll(async () => {
  upstream = await startFakeUpstream();
});

afterAll(() => upstream.close());

async function post(body: object, headers: Record<string, string> = {}, path = '/v1/messages') {
  const response = await fetch(upstream.origin + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      'x-api-key': 'sk-upstream-1',
      'anthropic-version': '2023-06-01',
      'content-type': 'application/json',
      ...headers,
    },
  });
  return { status: response.status, body: (await response.json()) as object };
}

const request = (more: object) => ({ model: 'm', max_tokens: 2048, messages: [USER], ...more });
const said = (...messages: object[]) => request({ messages: [USER, ...messages], tools: [TOOL] });
const shown = (source: object) => said({ role: 'user', content: [{ type: 'image', source }] });
const answered = (...content: object[]) => said(CALLING, { role: 'user', content });

describe('Anthropic rejects', () => {
  it.each([
    ['no max_tokens', { model: 'm', messages: [USER] }, 'max_tokens: '],
    ['a field of OpenAI', request({ stop: ['x'] }), 'stop: Extra inputs are not permitted'],
    ['a field of Gemini', request({ contents: [] }), 'contents: Extra inputs'],
    ['a field of OpenAI in a message', said({ role: 'user', content: 'x', name: 'n' }), 'messages.1.name: '],
    ['a system message', said({ role: 'system', content: 'x' }), 'messages.1.role: '],
    ['a tool message', said({ role: 'tool', content: 'x' }), 'messages.1.role: '],
    [
      'an empty text',
      said({ role: 'user', content: [{ type: 'text', text: '' }] }),
      'messages.1.content.0.text: ',
    ],
    [
      'a blank text',
      said({ role: 'user', content: [{ type: 'text', text: ' \n' }] }),
      'messages.1.content.0.text: ',
    ],
    ['an empty message', said({ role: 'user', content: '' }), 'messages.1.content: '],
    ['an empty system text', request({ system: [{ type: 'text', text: '' }] }), 'system.0.text: '],
    [
      'a conversation that begins with the assistant',
      request({ messages: [{ role: 'assistant', content: 'x' }] }),
      'messages.0.role: ',
    ],
    ['a prefill with a blank end', said({ role: 'assistant', content: 'x ' }), 'messages.1.content: '],
    ['a call without a result', said(CALLING, USER), 'messages.1: `tool_use` ids were found without'],
    ['a call at the end', said(CALLING), 'messages.1: `tool_use` ids were found without'],
    [
      'results in two messages',
      said(
        { role: 'assistant', content: [CALL, { ...CALL, id: 'toolu_2' }] },
        { role: 'user', content: [RESULT] },
        { role: 'user', content: [{ ...RESULT, tool_use_id: 'toolu_2' }] },
      ),
      'messages.1: `tool_use` ids were found without',
    ],
    ['a text before a result', answered(TEXT, RESULT), 'messages.2.content.1: '],
    [
      'a text between results',
      answered(RESULT, TEXT, { ...RESULT, tool_use_id: 'x' }),
      'messages.2.content.2: ',
    ],
    [
      'an unknown result',
      answered(RESULT, { ...RESULT, tool_use_id: 'toolu_9' }),
      'messages.2.content.1: unexpected `tool_use_id`',
    ],
    ['a repeated result', answered(RESULT, RESULT), 'messages.2.content.1: multiple'],
    [
      'tools of the history that are missing',
      request({ messages: [USER, CALLING, { role: 'user', content: [RESULT] }] }),
      'tools: ',
    ],
    [
      'an id with a colon',
      said({ role: 'assistant', content: [{ ...CALL, id: 'f:0' }] }),
      'messages.1.content.0.id: ',
    ],
    [
      'input as a string',
      said({ role: 'assistant', content: [{ ...CALL, input: '{}' }] }),
      'messages.1.content.0.input: ',
    ],
    [
      'a foreign signature',
      said({ role: 'assistant', content: [{ type: 'thinking', thinking: 'x', signature: 'sig_y' }, TEXT] }),
      'messages.1.content.0.signature: Invalid `signature` in `thinking` block',
    ],
    [
      'redacted thinking',
      said({ role: 'assistant', content: [{ type: 'redacted_thinking', data: 'x' }] }),
      'messages.1.content.0.data: ',
    ],
    [
      'a budget below 1024',
      request({ thinking: { ...BUDGET, budget_tokens: 1023 } }),
      'thinking.enabled.budget_tokens: ',
    ],
    ['a budget of all tokens', request({ thinking: { ...BUDGET, budget_tokens: 2048 } }), 'max_tokens: '],
    [
      'a forced tool with thinking',
      request({ thinking: BUDGET, tools: [TOOL], tool_choice: { type: 'any' } }),
      'tool_choice: ',
    ],
    ['a temperature with thinking', request({ thinking: BUDGET, temperature: 0.5 }), 'temperature: '],
    [
      'a turn without its thinking',
      request({
        thinking: BUDGET,
        tools: [TOOL],
        messages: [USER, CALLING, { role: 'user', content: [RESULT] }],
      }),
      'messages.1.content.0.type: Expected `thinking`',
    ],
    ['a temperature above 1', request({ temperature: 1.1 }), 'temperature: '],
    ['a blank stop', request({ stop_sequences: ['\n'] }), 'stop_sequences: '],
    [
      'a schema without a type',
      request({ tools: [{ name: 'f', input_schema: {} }] }),
      'tools.0.input_schema.type: ',
    ],
    ['a tool without a schema', request({ tools: [{ name: 'f' }] }), 'tools.0.input_schema: '],
    ['a tool of OpenAI', request({ tools: [{ type: 'function', function: TOOL }] }), 'tools.0.name: '],
    ['a tool name with a dot', request({ tools: [{ ...TOOL, name: 'a.b' }] }), 'tools.0.name: '],
    ['two tools of one name', request({ tools: [TOOL, TOOL] }), 'tools: '],
    ['a choice of OpenAI', request({ tools: [TOOL], tool_choice: 'auto' }), 'tool_choice: '],
    ['a choice without tools', request({ tool_choice: { type: 'auto' } }), 'tool_choice: '],
    [
      'a bmp',
      shown({ type: 'base64', media_type: 'image/bmp', data: 'Qk0=' }),
      'messages.1.content.0.source.media_type: ',
    ],
    [
      'a jpeg with the type png',
      shown({ type: 'base64', media_type: 'image/png', data: JPEG }),
      'messages.1.content.0.source.data: ',
    ],
    [
      'a data URL',
      shown({ type: 'base64', media_type: 'image/jpeg', data: `data:image/jpeg;base64,${JPEG}` }),
      'messages.1.content.0.source.data: ',
    ],
    [
      'a part of OpenAI',
      said({ role: 'user', content: [{ type: 'image_url' }] }),
      'messages.1.content.0.type: ',
    ],
  ])('%s', async (_, body, message) => {
    expect(await post(body)).toMatchObject({
      status: 400,
      body: {
        type: 'error',
        error: { type: 'invalid_request_error', message: expect.stringContaining(message) },
        request_id: expect.stringMatching(/^req_/),
      },
    });
  });

  it('a request that lacks its version or has a wrong one', async () => {
    expect((await fetchWithout('anthropic-version')).status).toBe(400);
    const { status, body } = await post(request({}), { 'anthropic-version': '2020-01-01' });
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('anthropic-version')]);
  });

  it('invalid keys, and older requests with a bearer', async () => {
    const wrong = await post(request({}), { 'x-api-key': 'sk-other' });
    expect(wrong).toMatchObject({ status: 401, body: { error: { type: 'authentication_error' } } });
    expect((await fetchWithout('x-api-key', { authorization: 'Bearer sk-upstream-1' })).status).toBe(401);
  });

  it('sampling in the newer version, which accepts system messages', async () => {
    const version = { 'anthropic-version': '2026-10-21' };
    expect(await post(request({ temperature: 1 }), version)).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringMatching(/^temperature: /) } },
    });
    expect((await post(said({ role: 'system', content: 'x' }, USER), version)).status).toBe(200);
  });

  it('max_tokens in a token count, and unknown paths', async () => {
    const path = '/v1/messages/count_tokens';
    expect(await post(request({}), {}, path)).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('max_tokens') } },
    });
    expect(await post(request({}), {}, '/v1/messages/batches')).toMatchObject({
      status: 404,
      body: { type: 'error', error: { type: 'not_found_error' } },
    });
  });
});

function fetchWithout(header: string, more: Record<string, string> = {}) {
  const headers = {
    'x-api-key': 'sk-upstream-1',
    'anthropic-version': '2023-06-01',
    'content-type': 'application/json',
    ...more,
  };
  return fetch(`${upstream.origin}/v1/messages`, {
    method: 'POST',
    body: JSON.stringify(request({})),
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== header)),
  });
}

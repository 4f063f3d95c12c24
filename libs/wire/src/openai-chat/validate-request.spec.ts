import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { encodeError } from '../errors/encode-error.js';
import { openAiChat } from './index.js';

const MESSAGES = [{ role: 'user', content: 'hi' }];

function getFault(body: unknown): { param: unknown; code: unknown; message: string } {
  try {
    openAiChat.readRequest(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));
  } catch (thrown) {
    const encoded = encodeError(GatewayError.from(thrown), 'openai', 'req_1');
    expect(encoded.status).toBe(400);
    return (encoded.body as { error: { param: unknown; code: unknown; message: string } }).error;
  }
  throw new Error('the request was accepted');
}

const withMember = (member: object): object => ({ model: 'm', messages: MESSAGES, ...member });
const withMessage = (message: unknown): object => ({ model: 'm', messages: [...MESSAGES, message] });

describe('errors in a chat request', () => {
  it.each([
    ['', null, 'invalid_json'],
    ['[]', null, 'invalid_json'],
    ['{"model":"m",}', null, 'invalid_json'],
    ['{"model":"m","model":"n","messages":[]}', 'model', 'duplicate_key'],
    [{ messages: MESSAGES }, 'model', 'missing_required_parameter'],
    [withMember({ model: null }), 'model', 'missing_required_parameter'],
    [withMember({ model: 5 }), 'model', 'invalid_type'],
    [withMember({ model: '' }), 'model', 'invalid_value'],
    [withMember({ model: 'x'.repeat(257) }), 'model', 'invalid_value'],
    [withMember({ model: 'a\r\nb' }), 'model', 'invalid_value'],
    [withMember({ stream: 'yes' }), 'stream', 'invalid_type'],
    [withMember({ stream: true, stream_options: 'usage' }), 'stream_options', 'invalid_type'],
    [withMember({ stream_options: { include_usage: true } }), 'stream_options', 'invalid_value'],
    [
      withMember({ stream: true, stream_options: { include_usage: 'yes' } }),
      'stream_options.include_usage',
      'invalid_type',
    ],
    [withMember({ max_tokens: '10' }), 'max_tokens', 'invalid_type'],
    [withMember({ max_tokens: 1.5 }), 'max_tokens', 'invalid_type'],
    [withMember({ max_tokens: 0 }), 'max_tokens', 'invalid_value'],
    [withMember({ max_completion_tokens: -1 }), 'max_completion_tokens', 'invalid_value'],
    [withMember({ max_completion_tokens: 2 ** 31 }), 'max_completion_tokens', 'invalid_value'],
    [withMember({ temperature: '1' }), 'temperature', 'invalid_type'],
    [withMember({ temperature: 2.1 }), 'temperature', 'invalid_value'],
    [withMember({ temperature: -0.1 }), 'temperature', 'invalid_value'],
    [withMember({ top_p: 1.1 }), 'top_p', 'invalid_value'],
    [withMember({ presence_penalty: 3 }), 'presence_penalty', 'invalid_value'],
    [withMember({ frequency_penalty: -3 }), 'frequency_penalty', 'invalid_value'],
    [withMember({ n: 0 }), 'n', 'invalid_value'],
    [withMember({ n: 129 }), 'n', 'invalid_value'],
    [withMember({ stop: 5 }), 'stop', 'invalid_type'],
    [withMember({ stop: ['a', 5] }), 'stop', 'invalid_type'],
    [withMember({ seed: 'a' }), 'seed', 'invalid_type'],
    [withMember({ logprobs: 1 }), 'logprobs', 'invalid_type'],
    [withMember({ top_logprobs: 21 }), 'top_logprobs', 'invalid_value'],
    [withMember({ parallel_tool_calls: 'no' }), 'parallel_tool_calls', 'invalid_type'],
    [withMember({ tools: {} }), 'tools', 'invalid_type'],
    [withMember({ api_base: 'http://elsewhere' }), 'api_base', 'forbidden_field'],
    [{ model: 'm' }, 'messages', 'missing_required_parameter'],
    [withMember({ messages: null }), 'messages', 'missing_required_parameter'],
    [withMember({ messages: 'hi' }), 'messages', 'invalid_type'],
    [withMember({ messages: {} }), 'messages', 'invalid_type'],
    [withMember({ messages: [] }), 'messages', 'invalid_value'],
    [withMessage('hi'), 'messages[1]', 'invalid_type'],
    [withMessage(null), 'messages[1]', 'invalid_type'],
    [withMessage({ content: 'hi' }), 'messages[1].role', 'missing_required_parameter'],
    [withMessage({ role: 5, content: 'hi' }), 'messages[1].role', 'invalid_type'],
    [withMessage({ role: 'robot', content: 'hi' }), 'messages[1].role', 'invalid_value'],
    [withMessage({ role: 'user' }), 'messages[1].content', 'missing_required_parameter'],
    [withMessage({ role: 'user', content: null }), 'messages[1].content', 'missing_required_parameter'],
    [withMessage({ role: 'user', content: 5 }), 'messages[1].content', 'invalid_type'],
    [withMessage({ role: 'user', content: {} }), 'messages[1].content', 'invalid_type'],
    [withMessage({ role: 'tool', content: 'x' }), 'messages[1].tool_call_id', 'missing_required_parameter'],
  ])('%j names the parameter %s: %s', (body, param, code) => {
    const fault = getFault(body);
    expect(fault).toMatchObject({ param, code });
    expect(fault.message).toContain(param === null ? 'The request body' : `"${param}"`);
  });

  it.each([
    {},
    { stream: null, stream_options: null, max_tokens: null, stop: null, tools: null, temperature: null },
    { stop: 'a', n: 128, temperature: 2, top_p: 0, seed: -1, top_logprobs: 0, max_tokens: 1 },
    { unknown: { api_base: 'only at the top is it a routing field' } },
  ])('%j is valid', (member) => {
    const request = openAiChat.readRequest(Buffer.from(JSON.stringify(withMember(member))));
    expect(request).toMatchObject({ model: 'm', isStreamed: false });
  });

  it('accepts every message that may lack content', () => {
    const messages = [
      { role: 'developer', content: [{ type: 'text', text: 'x' }] },
      { role: 'assistant' },
      { role: 'assistant', content: null, tool_calls: [] },
      { role: 'function', name: 'f', content: null },
      { role: 'tool', tool_call_id: 'c', content: 'x' },
    ];
    expect(openAiChat.readRequest(Buffer.from(JSON.stringify({ model: 'm', messages }))).model).toBe('m');
  });
});

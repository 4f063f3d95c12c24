import { describe, expect, it } from '@jest/globals';
import { GatewayError, type JsonObject, type JsonValue } from '#canonical';
import { openAiChatIngress } from './index.js';

const HI: JsonObject = { role: 'user', content: 'hi' };
const TOOL: JsonObject = { type: 'function', function: { name: 'f' } };

function toFault(members: JsonObject): { kind: string; param: string | undefined } {
  try {
    openAiChatIngress.decodeRequest({ model: 'm', messages: [HI], ...members }, {});
  } catch (thrown) {
    if (thrown instanceof GatewayError) return { kind: thrown.kind, param: thrown.param };
    throw thrown;
  }
  throw new Error('the request was accepted');
}

const messages = (...list: JsonValue[]): JsonObject => ({ messages: list });
const inContent = (part: JsonValue): JsonObject => messages(HI, { role: 'user', content: [part] });
const withCall = (call: JsonObject): JsonObject => messages({ role: 'assistant', tool_calls: [call] });

describe('errors in a chat request that is decoded', () => {
  it.each<[string, string, JsonObject]>([
    ['missing-parameter', 'messages', { messages: null }],
    ['invalid-value', 'messages', { messages: [] }],
    ['invalid-type', 'messages[0]', messages('hi')],
    ['invalid-value', 'messages[0].role', messages({ role: 'x', content: 'x' })],
    ['missing-parameter', 'messages[0].content', messages({ role: 'user' })],
    ['invalid-type', 'messages[1].content[0]', inContent('hi')],
    ['invalid-type', 'messages[1].content[0]', inContent(null)],
    ['missing-parameter', 'messages[1].content[0].text', inContent({ type: 'text' })],
    [
      'missing-parameter',
      'messages[1].content[0].image_url.url',
      inContent({ type: 'image_url', image_url: {} }),
    ],
    [
      'invalid-value',
      'messages[1].content[0].image_url.url',
      inContent({ type: 'image_url', image_url: { url: 'file:///x' } }),
    ],
    [
      'invalid-value',
      'messages[1].content[0].input_audio.data',
      inContent({ type: 'input_audio', input_audio: { data: '?', format: 'wav' } }),
    ],
    [
      'missing-parameter',
      'messages[1].content[0].input_audio.format',
      inContent({ type: 'input_audio', input_audio: { data: 'AAAA' } }),
    ],
    [
      'unsupported-parameter',
      'messages[1].content[0].file.file_id',
      inContent({ type: 'file', file: { file_id: 'file-1' } }),
    ],
    ['unsupported-parameter', 'messages[1].content[0].type', inContent({ type: 'video_url' })],
    [
      'invalid-value',
      'messages[1].content[0].cache_control.ttl',
      inContent({ type: 'text', text: 'x', cache_control: { ttl: '2d' } }),
    ],
    ['missing-parameter', 'messages[0].tool_calls[0].id', withCall({ function: { name: 'f' } })],
    [
      'invalid-value',
      'messages[0].tool_calls[0].function.arguments',
      withCall({ id: 'a', function: { name: 'f', arguments: '{"x":' } }),
    ],
    [
      'unsupported-parameter',
      'messages[0].tool_calls[0].type',
      withCall({ id: 'a', type: 'custom', custom: {} }),
    ],
    [
      'invalid-value',
      'messages[0].tool_call_id',
      messages({ role: 'tool', tool_call_id: 'a', content: 'x' }),
    ],
    ['invalid-value', 'messages[0].name', messages({ role: 'function', name: 'f', content: 'x' })],
    ['unsupported-parameter', 'messages[0].audio', messages({ role: 'assistant', audio: { id: 'a' } })],
    ['unsupported-parameter', 'tools[0].type', { tools: [{ type: 'custom', custom: { name: 'c' } }] }],
    ['unsupported-parameter', 'tools[1].type', { tools: [TOOL, { type: 'web_search' }] }],
    ['missing-parameter', 'tools[0].function.name', { tools: [{ type: 'function', function: {} }] }],
    [
      'invalid-type',
      'tools[0].function.parameters',
      { tools: [{ type: 'function', function: { name: 'f', parameters: 'x' } }] },
    ],
    ['invalid-value', 'tool_choice', { tool_choice: 'always' }],
    ['unsupported-parameter', 'tool_choice.type', { tool_choice: { type: 'custom', custom: { name: 'c' } } }],
    ['invalid-value', 'functions', { tools: [TOOL], functions: [] }],
    ['unsupported-parameter', 'modalities', { modalities: ['text', 'audio'] }],
    ['unsupported-parameter', 'prediction', { prediction: { type: 'content', content: 'x' } }],
    ['unsupported-parameter', 'web_search_options', { web_search_options: {} }],
    ['missing-parameter', 'response_format.type', { response_format: {} }],
    [
      'missing-parameter',
      'response_format.json_schema.name',
      { response_format: { type: 'json_schema', json_schema: {} } },
    ],
    ['invalid-value', 'reasoning_effort', { reasoning_effort: 'enormous' }],
    ['invalid-value', 'top_logprobs', { top_logprobs: 2 }],
    ['invalid-type', 'metadata.a', { metadata: { a: 1 } }],
    ['invalid-type', 'stop[1]', { stop: ['a', 1] }],
    ['invalid-value', 'temperature', { temperature: 3 }],
    ['invalid-value', 'api_base', { api_base: 'http://elsewhere' }],
  ])('%s %s: %j', (kind, param, members) => {
    expect(toFault(members)).toEqual({ kind, param });
  });
});

import { describe, expect, it } from '@jest/globals';
import { type ChatRequest, type JsonObject, type JsonValue, sealReasoningSignature } from '#canonical';
import { openAiChatIngress } from './index.js';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAA';
const HI: JsonObject = { role: 'user', content: 'hi' };

const decode = (members: JsonObject) =>
  openAiChatIngress.decodeRequest({ model: 'm', messages: [HI], ...members }, {});
const decodeOne = (message: JsonObject) => decode({ messages: [message] }).value.messages[0];
const decodePart = (part: JsonValue) => decodeOne({ role: 'user', content: [part] });

const TOOL: JsonObject = { type: 'function', function: { name: 'f' } };
const CALL: JsonObject = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"x":1}' } };

describe('the settings of a chat request', () => {
  it.each<[JsonObject, Partial<ChatRequest>]>([
    [{}, { model: 'm', isStreamed: false }],
    [{ max_tokens: 5 }, { maxOutputTokens: 5 }],
    [{ max_tokens: 5, max_completion_tokens: 7 }, { maxOutputTokens: 7 }],
    [{ max_tokens: 5, max_completion_tokens: null }, { maxOutputTokens: 5 }],
    [{ stop: 'a' }, { stopSequences: ['a'] }],
    [{ stop: ['a', 'b'] }, { stopSequences: ['a', 'b'] }],
    [
      { n: 2, seed: 3, top_k: 4 },
      { choiceCount: 2, seed: 3, topK: 4 },
    ],
    [{ logprobs: true }, { logprobs: 0 }],
    [{ logprobs: true, top_logprobs: 3 }, { logprobs: 3 }],
    [{ logprobs: false }, { logprobs: undefined }],
    [{ response_format: { type: 'text' } }, { outputFormat: undefined }],
    [{ response_format: { type: 'json_object' } }, { outputFormat: { type: 'json' } }],
    [
      {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 's', schema: { type: 'object' }, strict: true },
        },
      },
      { outputFormat: { type: 'json-schema', name: 's', schema: { type: 'object' }, strict: true } },
    ],
    [{ reasoning_effort: 'xhigh' }, { reasoning: { effort: 'xhigh' } }],
    [{ reasoning: { effort: 'low', max_tokens: 9 } }, { reasoning: { effort: 'low', budgetTokens: 9 } }],
    [{ thinking: { type: 'enabled', budget_tokens: 2048 } }, { reasoning: { budgetTokens: 2048 } }],
    [{ thinking: { type: 'disabled' } }, { reasoning: { effort: 'none' } }],
    [
      { user: 'u', metadata: { a: 'b' } },
      { userId: 'u', metadata: { a: 'b' } },
    ],
    [{ safety_identifier: 's' }, { userId: 's' }],
    [{ modalities: ['text'], store: false, logit_bias: null }, { extensions: undefined }],
    [{ logit_bias: { '5': 1 }, min_p: 0.1 }, { extensions: { logit_bias: { '5': 1 }, min_p: 0.1 } }],
    [{ store: true }, { extensions: { store: true } }],
    [
      { tools: [TOOL], tool_choice: 'required' },
      { tools: [{ name: 'f' }], toolChoice: { type: 'required' } },
    ],
    [
      { tools: [{ ...TOOL, cache_control: { type: 'ephemeral', ttl: '1h' } }] },
      { tools: [{ name: 'f', cache: { ttl: '1h' } }] },
    ],
    [
      { tool_choice: { type: 'function', function: { name: 'f' } } },
      { toolChoice: { type: 'tool', name: 'f' } },
    ],
    [
      {
        tools: [TOOL, { type: 'function', function: { name: 'g' } }],
        tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [TOOL] } },
      },
      { tools: [{ name: 'f' }], toolChoice: { type: 'auto' } },
    ],
    [
      { tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'required', tools: [TOOL] } } },
      { toolChoice: { type: 'required', names: ['f'] } },
    ],
    [
      { functions: [{ name: 'f', parameters: { type: 'object' } }], function_call: { name: 'f' } },
      {
        tools: [{ name: 'f', parameters: { type: 'object' } }],
        toolChoice: { type: 'tool', name: 'f' },
        allowsParallelCalls: false,
      },
    ],
  ])('%j', (members, expected) => {
    const bare = {
      model: 'm',
      isStreamed: false,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
    };
    expect(decode(members).value).toEqual({ ...bare, ...expected });
  });

  it('warn of parameters that only this format has', () => {
    const { warnings } = decode({
      messages: [{ ...HI, name: 'ann' }],
      user: 'u',
      safety_identifier: 's',
      reasoning: { exclude: true },
    });
    expect(warnings.map(({ field }) => field)).toEqual([
      { param: 'messages[0].name' },
      { param: 'reasoning.exclude' },
      { param: 'user' },
    ]);
  });
});

describe('the messages of a chat request', () => {
  it.each<[JsonObject, object]>([
    [
      { role: 'developer', content: 'x' },
      { role: 'system', content: [{ type: 'text', text: 'x' }] },
    ],
    [
      { role: 'system', content: [{ type: 'text', text: 'x', cache_control: { type: 'ephemeral' } }] },
      { role: 'system', content: [{ type: 'text', text: 'x', cache: {} }] },
    ],
    [
      { role: 'assistant', content: 'x' },
      { role: 'assistant', content: [{ type: 'text', text: 'x' }] },
    ],
    [
      { role: 'assistant', content: '' },
      { role: 'assistant', content: [] },
    ],
    [
      { role: 'assistant', content: null, refusal: 'no', reasoning: 'hm' },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'hm' },
          { type: 'refusal', text: 'no' },
        ],
      },
    ],
    [
      { role: 'assistant', content: null, tool_calls: [{ ...CALL, function: { name: 'f', arguments: '' } }] },
      { role: 'assistant', content: [{ type: 'tool-call', id: 'call_1', name: 'f', arguments: '{}' }] },
    ],
  ])('%j', (message, expected) => {
    expect(decodeOne(message)).toEqual(expected);
  });

  it.each<[JsonObject, object]>([
    [
      { type: 'image_url', image_url: { url: 'https://example.com/a.png', detail: 'low' } },
      { type: 'image', source: { kind: 'url', url: 'https://example.com/a.png' }, detail: 'low' },
    ],
    [
      { type: 'image_url', image_url: { url: `data:image/jpeg;charset=x;BASE64,${PNG}` } },
      { type: 'image', source: { kind: 'bytes', mediaType: 'image/png', base64: PNG } },
    ],
    [
      { type: 'image_url', image_url: { url: 'data:image/bmp;base64,_-\n8' } },
      { type: 'image', source: { kind: 'bytes', mediaType: 'image/bmp', base64: '/+8=' } },
    ],
    [
      { type: 'input_audio', input_audio: { data: 'AAAA', format: 'mp3' } },
      { type: 'audio', source: { kind: 'bytes', mediaType: 'audio/mpeg', base64: 'AAAA' } },
    ],
    [
      { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAAA' } },
      {
        type: 'document',
        name: 'a.pdf',
        source: { kind: 'bytes', mediaType: 'application/pdf', base64: 'AAAA' },
      },
    ],
    [
      { type: 'file', file: { file_data: 'data:text/plain,a%20b' } },
      { type: 'document', source: { kind: 'bytes', mediaType: 'text/plain', base64: 'YSBi' } },
    ],
  ])('the part %j', (part, expected) => {
    expect(decodePart(part)).toEqual({ role: 'user', content: [expected] });
  });

  it('join the results of one turn, with the names of their tools', () => {
    const { messages } = decode({
      messages: [
        HI,
        { role: 'assistant', tool_calls: [CALL, { ...CALL, id: 'call_2' }] },
        { role: 'tool', tool_call_id: 'call_2', content: 'two' },
        { role: 'tool', tool_call_id: 'call_1', content: [{ type: 'text', text: 'one' }] },
        HI,
      ],
    }).value;
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user']);
    expect(messages[2]).toEqual({
      role: 'tool',
      results: [
        { callId: 'call_2', name: 'f', content: [{ type: 'text', text: 'two' }], isError: false },
        { callId: 'call_1', name: 'f', content: [{ type: 'text', text: 'one' }], isError: false },
      ],
    });
  });

  it('pair the legacy form of a call with its result', () => {
    const { messages } = decode({
      messages: [
        HI,
        { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } },
        { role: 'function', name: 'f', content: null },
      ],
    }).value;
    const callId = 'call_function_1';
    expect(messages[1]?.role === 'assistant' && messages[1].content).toMatchObject([
      { id: callId, name: 'f' },
    ]);
    expect(messages[2]).toEqual({
      role: 'tool',
      results: [{ callId, name: 'f', content: [], isError: false }],
    });
  });

  it('open the signatures that the gateway sealed', () => {
    const reasoningSignature = { origin: 'anthropic-messages', value: 'sig' };
    const googleSignature = { origin: 'gemini-generate-content', value: 'thought' };
    const signature = sealReasoningSignature(reasoningSignature, 'openai-chat');
    const own = { type: 'thinking', thinking: 'c', signature: 'theirs' };
    expect(
      decodeOne({
        role: 'assistant',
        reasoning_content: 'ab',
        thinking_blocks: [
          { type: 'thinking', thinking: 'a', signature },
          { type: 'redacted_thinking', data: signature },
          { type: 'thinking', thinking: 'b', signature: '' },
          own,
        ],
        tool_calls: [{ ...CALL, extra_content: { google: { thought_signature: 'thought' } } }],
      }),
    ).toMatchObject({
      content: [
        { type: 'reasoning', text: 'a', signature: reasoningSignature },
        { type: 'reasoning', text: '', signature: reasoningSignature, isRedacted: true },
        { type: 'reasoning', text: 'b' },
        { type: 'reasoning', text: 'c', signature: { origin: 'openai-chat', value: JSON.stringify([own]) } },
        { type: 'tool-call', signature: googleSignature },
      ],
    });
  });
});

import { describe, expect, it } from '@jest/globals';
import { type AssistantPart, type ChatRequest, type Message, type UserPart } from '#canonical';
import { type ChatHabits } from '../chat-codec.js';
import { openAiChatEgress } from './index.js';

const HI: Message = { role: 'user', content: [{ type: 'text', text: 'hi' }] };
const encode = (members: Partial<ChatRequest>) =>
  openAiChatEgress.encodeRequest({ model: 'm', isStreamed: false, messages: [HI], ...members }, 'upstream-m');
const toMessages = (...messages: Message[]) => encode({ messages }).value['messages'];
const assistant = (...content: AssistantPart[]): Message => ({ role: 'assistant', content });
const PDF = { kind: 'bytes' as const, mediaType: 'application/pdf', base64: 'AAAA' };
const PNG = { kind: 'bytes' as const, mediaType: 'image/png', base64: 'AAAA' };

describe('a request to a chat upstream', () => {
  it.each<[Partial<ChatRequest>, object]>([
    [{}, { model: 'upstream-m', messages: [{ role: 'user', content: 'hi' }] }],
    [{ isStreamed: true }, { stream: true, stream_options: { include_usage: true } }],
    [{ maxOutputTokens: 9 }, { max_completion_tokens: 9 }],
    [{ logprobs: 0 }, { logprobs: true, top_logprobs: 0 }],
    [{ reasoning: { effort: 'minimal' } }, { reasoning_effort: 'minimal' }],
    [{ outputFormat: { type: 'json' } }, { response_format: { type: 'json_object' } }],
    [
      { outputFormat: { type: 'json-schema', schema: { type: 'object' } } },
      {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'response', schema: { type: 'object' } },
        },
      },
    ],
    [
      { tools: [{ name: 'f', cache: {} }], toolChoice: { type: 'tool', name: 'f' } },
      {
        tools: [
          { type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } },
        ],
        tool_choice: { type: 'function', function: { name: 'f' } },
      },
    ],
  ])('%j', (members, expected) => {
    const { value, warnings } = encode(members);
    expect(value).toMatchObject(expected);
    expect(warnings).toEqual([]);
  });

  it('leaves out tool settings if there are no tools', () => {
    const { value } = encode({ tools: [], toolChoice: { type: 'auto' }, allowsParallelCalls: true });
    expect(Object.keys(value)).toEqual(['model', 'messages']);
  });

  it.each<[Partial<ChatRequest>, string, string | undefined]>([
    [{ topK: 5 }, 'topK', undefined],
    [{ serviceTier: 'standard_only' }, 'serviceTier', undefined],
    [{ reasoning: { budgetTokens: 0 } }, 'reasoning', 'none'],
    [{ reasoning: { budgetTokens: 512 } }, 'reasoning', 'minimal'],
    [{ reasoning: { budgetTokens: 1024 } }, 'reasoning', 'low'],
    [{ reasoning: { budgetTokens: 8000 } }, 'reasoning', 'medium'],
    [{ reasoning: { budgetTokens: 32000 } }, 'reasoning', 'high'],
  ])('%j loses %s', (members, field, effort) => {
    const { value, warnings } = encode(members);
    expect(warnings).toMatchObject([{ field }]);
    expect(value['reasoning_effort']).toBe(effort);
    expect(value).not.toHaveProperty('top_k');
    expect(value).not.toHaveProperty('service_tier');
  });

  it.each(['mcp.server', 'a'.repeat(65), 'wetter-für-morgen'])('rejects the tool name %s', (name) => {
    expect(() => encode({ tools: [{ name }] })).toThrow(
      expect.objectContaining({ kind: 'unsupported-parameter', param: 'tools' }),
    );
  });

  it.each<[UserPart, object]>([
    [
      { type: 'image', source: PNG, detail: 'high' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA', detail: 'high' } },
    ],
    [
      { type: 'image', source: { kind: 'url', url: 'https://e.com/a' } },
      { type: 'image_url', image_url: { url: 'https://e.com/a' } },
    ],
    [
      { type: 'audio', source: { kind: 'bytes', mediaType: 'audio/x-wav', base64: 'AAAA' } },
      { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
    ],
    [
      { type: 'document', source: PDF, name: 'a.pdf' },
      { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAAA' } },
    ],
    [
      { type: 'document', name: 'a.txt', source: { kind: 'bytes', mediaType: 'text/plain', base64: 'YSBi' } },
      { type: 'text', text: 'a.txt\n\na b' },
    ],
  ])('the part %j', (part, expected) => {
    expect(toMessages({ role: 'user', content: [{ type: 'text', text: 'see' }, part] })).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'see' }, expected] },
    ]);
  });

  it.each<[UserPart]>([
    [{ type: 'image', source: { kind: 'file', id: 'file-1' } }],
    [{ type: 'document', source: { kind: 'url', url: 'https://e.com/a.pdf' } }],
    [{ type: 'audio', source: { kind: 'bytes', mediaType: 'audio/flac', base64: 'AAAA' } }],
  ])('rejects %j', (part) => {
    expect(() => toMessages({ role: 'user', content: [part] })).toThrow(
      expect.objectContaining({ kind: 'unsupported-parameter', param: 'messages' }),
    );
  });

  it('splits the results of a turn, and puts images after them', () => {
    const results = [
      { callId: 'a', content: [{ type: 'text' as const, text: 'one' }], isError: true },
      { callId: 'b', content: [{ type: 'image' as const, source: PNG }], isError: false },
    ];
    expect(toMessages({ role: 'tool', results })).toEqual([
      { role: 'tool', tool_call_id: 'a', content: 'Error: one' },
      {
        role: 'tool',
        tool_call_id: 'b',
        content: 'The rest of this result is attached to the next message.',
      },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Attached to the result of tool call b:' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        ],
      },
    ]);
  });

  it('shortens a long id equally in the call and its result', () => {
    const id = 'toolu_'.padEnd(80, 'x');
    const [call, result] = toMessages(
      assistant({ type: 'tool-call', id, name: 'f', arguments: '{"n":12345678901234567890}' }),
      { role: 'tool', results: [{ callId: id, content: [], isError: false }] },
    ) as [{ tool_calls: { id: string; function: object }[] }, { tool_call_id: string }];
    expect(call.tool_calls[0]?.id).toMatch(/^call_[0-9a-f]{24}$/);
    expect(result.tool_call_id).toBe(call.tool_calls[0]?.id);
    expect(call.tool_calls[0]?.function).toEqual({ name: 'f', arguments: '{"n":12345678901234567890}' });
  });

  it('includes only reasoning that a service of this format may have made', () => {
    const blocks = [{ type: 'thinking', thinking: 'own', signature: 'S' }];
    const own = { origin: 'openai-chat', value: JSON.stringify(blocks) };
    const foreign = { origin: 'anthropic-messages', value: 'sig' };
    expect(
      toMessages(
        assistant(
          { type: 'reasoning', text: 'foreign', signature: foreign },
          { type: 'reasoning', text: 'unproven' },
          { type: 'reasoning', text: '', signature: own },
          { type: 'reasoning', text: '', signature: { origin: 'openai-chat', value: 'forged' } },
          {
            type: 'tool-call',
            id: 'a',
            name: 'f',
            arguments: '{}',
            signature: { origin: 'openai-chat', value: 'sig' },
          },
          { type: 'tool-call', id: 'b', name: 'f', arguments: '{}', signature: foreign },
        ),
      ),
    ).toEqual([
      {
        role: 'assistant',
        content: null,
        reasoning_content: 'unproven',
        thinking_blocks: blocks,
        tool_calls: [
          {
            id: 'a',
            type: 'function',
            function: { name: 'f', arguments: '{}' },
            extra_content: { google: { thought_signature: 'sig' } },
          },
          { id: 'b', type: 'function', function: { name: 'f', arguments: '{}' } },
        ],
      },
    ]);
  });

  it('keeps text and drops media in assistant messages, with a warning', () => {
    const { value, warnings } = encode({
      messages: [
        assistant(
          { type: 'text', text: 'a' },
          { type: 'audio', source: PNG, transcript: 'b' },
          { type: 'image', source: PNG },
        ),
      ],
    });
    expect(value['messages']).toEqual([{ role: 'assistant', content: 'ab' }]);
    expect(warnings).toMatchObject([{ field: { param: 'messages' } }]);
  });

  it.each<[ChatHabits, Partial<ChatRequest>, object, warnings: number]>([
    [{ limit: 'max_tokens' }, { maxOutputTokens: 9 }, { max_tokens: 9 }, 0],
    [{ add: { split: true } }, {}, { split: true }, 0],
    [{ reasoning: 'thinking' }, { reasoning: { effort: 'none' } }, { thinking: { type: 'disabled' } }, 0],
    [{ reasoning: 'thinking' }, { reasoning: { effort: 'low' } }, { thinking: { type: 'enabled' } }, 1],
    [
      { reasoning: 'thinking-and-effort' },
      { reasoning: { effort: 'low' } },
      { thinking: { type: 'enabled' }, reasoning_effort: 'low' },
      0,
    ],
    [
      { reasoning: 'thinking-and-effort' },
      { reasoning: { budgetTokens: 0 } },
      { thinking: { type: 'disabled' } },
      0,
    ],
    [
      { reasoning: 'enable_thinking' },
      { reasoning: { budgetTokens: 700 } },
      { enable_thinking: true, thinking_budget: 700 },
      0,
    ],
    [{ reasoning: 'enable_thinking' }, { reasoning: { effort: 'low' } }, { enable_thinking: true }, 1],
    [{ reasoning: 'enable_thinking' }, { reasoning: { effort: 'none' } }, { enable_thinking: false }, 0],
    [{ reasoning: 'enable_thinking' }, { reasoning: { isShown: true } }, {}, 0],
  ])('has the form of a service with %j for %j', (habits, asked, expected, count) => {
    const request = { model: 'm', isStreamed: false, messages: [HI], ...asked };
    const { value, warnings } = openAiChatEgress.encodeRequest(request, 'm', { habits });
    expect(value).toEqual({ model: 'm', messages: [{ role: 'user', content: 'hi' }], ...expected });
    expect(warnings).toHaveLength(count);
  });
});

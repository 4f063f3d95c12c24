import { describe, expect, it } from '@jest/globals';
import {
  type ChatRequest,
  type JsonObject,
  type JsonValue,
  type Message,
  type ToolChoice,
  type Translated,
} from '#canonical';
import { openAiResponsesEgress } from './index.js';

const HELLO: Message[] = [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }];
const HELLO_ITEM = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] };

function encode(members: Partial<ChatRequest>): Translated<JsonObject> {
  return openAiResponsesEgress.encodeRequest(
    { model: 'm', isStreamed: false, messages: HELLO, ...members },
    'up',
  );
}

const getItems = (...messages: Message[]): unknown =>
  encode({ messages: [...HELLO, ...messages] }).value['input'];

describe('an encoded request', () => {
  it('stores nothing at the upstream', () => {
    expect(encode({})).toEqual({ value: { model: 'up', input: [HELLO_ITEM], store: false }, warnings: [] });
  });

  it.each<[Partial<ChatRequest>, JsonObject]>([
    [{ isStreamed: true }, { stream: true }],
    [
      { tools: [{ name: 'f' }] },
      {
        tools: [
          { type: 'function', name: 'f', parameters: { type: 'object', properties: {} }, strict: false },
        ],
      },
    ],
    [{ toolChoice: { type: 'none' } }, { tool_choice: 'none' }],
    [{ outputFormat: { type: 'json' } }, { text: { format: { type: 'json_object' } } }],
    [
      { outputFormat: { type: 'json-schema', schema: {} }, verbosity: 'high' },
      { text: { format: { type: 'json_schema', name: 'response', schema: {} }, verbosity: 'high' } },
    ],
    [
      { maxOutputTokens: 16, temperature: 0, topP: 1 },
      { max_output_tokens: 16, temperature: 0, top_p: 1 },
    ],
    [{ logprobs: 2 }, { top_logprobs: 2, include: ['message.output_text.logprobs'] }],
    [
      { reasoning: { effort: 'low', isShown: true } },
      { reasoning: { effort: 'low', summary: 'auto' }, include: ['reasoning.encrypted_content'] },
    ],
    [{ reasoning: { effort: 'none' } }, { reasoning: { effort: 'none' } }],
    [{ reasoning: { isShown: false } }, { include: ['reasoning.encrypted_content'] }],
    [
      { userId: 'u', metadata: { a: 'b' }, serviceTier: 'flex', promptCacheKey: 'k' },
      { user: 'u', metadata: { a: 'b' }, service_tier: 'flex', prompt_cache_key: 'k' },
    ],
    [{ choiceCount: 1, stopSequences: [] }, {}],
    [{ extensions: { odd: 1 } }, {}],
  ])('%j', (members, expected) => {
    expect(encode(members)).toEqual({
      value: { model: 'up', input: [HELLO_ITEM], store: false, ...expected },
      warnings: [],
    });
  });

  it.each<[ToolChoice, JsonValue]>([
    [{ type: 'auto' }, 'auto'],
    [{ type: 'required' }, 'required'],
    [
      { type: 'tool', name: 'f' },
      { type: 'function', name: 'f' },
    ],
    [
      { type: 'required', names: ['f'] },
      { type: 'allowed_tools', mode: 'required', tools: [{ type: 'function', name: 'f' }] },
    ],
  ])('encodes the tool choice %j', (toolChoice, expected) => {
    const { value } = encode({ tools: [{ name: 'f' }], toolChoice, allowsParallelCalls: false });
    expect(value).toMatchObject({ tool_choice: expected, parallel_tool_calls: false });
  });

  it.each<[Partial<ChatRequest>, string, JsonObject]>([
    [{ topK: 3 }, 'topK', {}],
    [{ seed: 3 }, 'seed', {}],
    [{ presencePenalty: 1 }, 'presencePenalty', {}],
    [{ frequencyPenalty: 1 }, 'frequencyPenalty', {}],
    [{ maxOutputTokens: 5 }, 'maxOutputTokens', { max_output_tokens: 16 }],
    [{ serviceTier: 'standard_only' }, 'serviceTier', {}],
    [{ reasoning: { budgetTokens: 0 } }, 'reasoning', { reasoning: { effort: 'none' } }],
    [
      { reasoning: { budgetTokens: 1024 } },
      'reasoning',
      { reasoning: { effort: 'low' }, include: ['reasoning.encrypted_content'] },
    ],
    [
      { reasoning: { budgetTokens: 8192 } },
      'reasoning',
      { reasoning: { effort: 'medium' }, include: ['reasoning.encrypted_content'] },
    ],
    [
      { reasoning: { budgetTokens: 30_000 } },
      'reasoning',
      { reasoning: { effort: 'high' }, include: ['reasoning.encrypted_content'] },
    ],
  ])('warns of the lost field of %j', (members, field, expected) => {
    const { value, warnings } = encode(members);
    expect(warnings).toEqual([{ field, reason: expect.any(String) }]);
    expect(value).toEqual({ model: 'up', input: [HELLO_ITEM], store: false, ...expected });
  });

  it.each<[Partial<ChatRequest>, string]>([
    [{ stopSequences: ['END'] }, 'stopSequences'],
    [{ choiceCount: 2 }, 'choiceCount'],
    [{ tools: [{ name: 'a.b' }] }, 'tools'],
    [
      { messages: [{ role: 'user', content: [{ type: 'image', source: { kind: 'file', id: 'f' } }] }] },
      'messages',
    ],
    [
      {
        messages: [{ role: 'user', content: [{ type: 'audio', source: { kind: 'url', url: 'https://e' } }] }],
      },
      'messages',
    ],
  ])('rejects what would change the meaning: %j', (members, param) => {
    expect(() => encode(members)).toThrow(expect.objectContaining({ kind: 'unsupported-parameter', param }));
  });
});

const system = (text: string): Message => ({ role: 'system', content: [{ type: 'text', text }] });
const bytes = (mediaType: string) => ({ kind: 'bytes', mediaType, base64: 'aGk=' }) as const;

describe('an encoded conversation', () => {
  it('starts with its instructions, and keeps the position of later ones', () => {
    const { value } = encode({ messages: [system('a'), system('b'), ...HELLO, system('c')] });
    expect(value).toMatchObject({
      instructions: 'a\n\nb',
      input: [HELLO_ITEM, { type: 'message', role: 'system', content: [{ type: 'input_text', text: 'c' }] }],
    });
    expect(encode({ messages: [system('a')] }).value).toEqual({
      model: 'up',
      input: [{ type: 'message', role: 'system', content: [{ type: 'input_text', text: 'a' }] }],
      store: false,
    });
  });

  it('has media in the form of this format', () => {
    expect(
      getItems({
        role: 'user',
        content: [
          { type: 'image', source: bytes('image/png'), detail: 'high' },
          { type: 'image', source: { kind: 'url', url: 'https://e.com/a' } },
          { type: 'audio', source: bytes('audio/mpeg') },
          { type: 'document', source: bytes('application/pdf') },
          { type: 'document', source: bytes('text/csv'), name: 'a.csv' },
          { type: 'document', source: { kind: 'url', url: 'https://e.com/b' } },
        ],
      }),
    ).toEqual([
      HELLO_ITEM,
      {
        type: 'message',
        role: 'user',
        content: [
          { type: 'input_image', image_url: 'data:image/png;base64,aGk=', detail: 'high' },
          { type: 'input_image', image_url: 'https://e.com/a', detail: 'auto' },
          { type: 'input_audio', input_audio: { data: 'aGk=', format: 'mp3' } },
          { type: 'input_file', file_data: 'data:application/pdf;base64,aGk=', filename: 'document.pdf' },
          { type: 'input_file', file_data: 'data:text/csv;base64,aGk=', filename: 'a.csv' },
          { type: 'input_file', file_url: 'https://e.com/b' },
        ],
      },
    ]);
  });

  it('includes only reasoning that the service itself signed', () => {
    const turn: Message = {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'mine', signature: { origin: 'openai-responses', value: 'enc' } },
        { type: 'reasoning', text: 'foreign', signature: { origin: 'anthropic-messages', value: 'sig' } },
        { type: 'reasoning', text: 'unproven' },
        { type: 'text', text: 'a' },
        { type: 'refusal', text: 'b' },
        { type: 'tool-call', id: 'c', name: 'f', arguments: '{}', signature: { origin: 'x', value: 'y' } },
        { type: 'text', text: 'd' },
      ],
    };
    expect(getItems(turn)).toEqual([
      HELLO_ITEM,
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'mine' }], encrypted_content: 'enc' },
      {
        type: 'message',
        role: 'assistant',
        content: [
          { type: 'output_text', text: 'a', annotations: [] },
          { type: 'refusal', refusal: 'b' },
        ],
      },
      { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'd', annotations: [] }] },
    ]);
    expect(encode({ messages: [...HELLO, turn] }).value['include']).toEqual(['reasoning.encrypted_content']);
  });

  it('replaces an invalid id equally in the call and its result', () => {
    const id = `functions.read:0 ${'x'.repeat(60)}`;
    const items = getItems(
      { role: 'assistant', content: [{ type: 'tool-call', id, name: 'f', arguments: '{}' }] },
      { role: 'tool', results: [{ callId: id, content: [], isError: false }] },
    ) as JsonObject[];
    expect(items[1]?.['call_id']).toMatch(/^call_[0-9a-f]{32}$/);
    expect(items[2]).toEqual({ type: 'function_call_output', call_id: items[1]?.['call_id'], output: '' });
  });

  it('marks a failed result by text', () => {
    const image = { type: 'image', source: { kind: 'url', url: 'https://e' } } as const;
    expect(
      getItems({
        role: 'tool',
        results: [
          { callId: 'a', content: [{ type: 'text', text: 'no such file' }], isError: true },
          { callId: 'b', content: [image], isError: true },
        ],
      }),
    ).toEqual([
      HELLO_ITEM,
      { type: 'function_call_output', call_id: 'a', output: 'Error: no such file' },
      {
        type: 'function_call_output',
        call_id: 'b',
        output: [
          { type: 'input_text', text: 'Error:' },
          { type: 'input_image', image_url: 'https://e', detail: 'auto' },
        ],
      },
    ]);
  });

  it('warns of images in assistant messages', () => {
    const image = {
      type: 'image',
      source: { kind: 'bytes', mediaType: 'image/png', base64: 'aGk=' },
    } as const;
    const { value, warnings } = encode({ messages: [...HELLO, { role: 'assistant', content: [image] }] });
    expect(value['input']).toEqual([HELLO_ITEM]);
    expect(warnings).toEqual([{ field: { param: 'messages' }, reason: expect.any(String) }]);
  });
});

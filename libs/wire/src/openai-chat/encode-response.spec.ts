import { describe, expect, it } from '@jest/globals';
import {
  type AssistantPart,
  type ChatResponse,
  type FinishKind,
  type JsonObject,
  type StreamPart,
  openReasoningSignature,
} from '#canonical';
import { type EncodingContext } from '../chat-codec.js';
import { openAiChatIngress } from './index.js';

const toContext = (body: JsonObject = {}): EncodingContext => ({
  request: { model: 'm' },
  body,
  hints: {},
  requestId: 'req_77',
});

const buildResponse = (content: AssistantPart[], kind: FinishKind = 'stop'): ChatResponse => ({
  id: 'msg_1',
  model: 'm',
  createdAtSeconds: 7,
  choices: [{ index: 0, content, finish: { kind } }],
});

const encode = (response: ChatResponse, body: JsonObject = {}): JsonObject =>
  openAiChatIngress.encodeResponse(response, toContext(body));

/** The parsed chunks of a stream, and the end marker. */
function stream(parts: StreamPart[], body: JsonObject = {}): unknown[] {
  const encoder = openAiChatIngress.createStreamEncoder(toContext(body));
  const text = parts.map((part) => encoder.push(part)).join('') + encoder.end();
  return text
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => event.replace('data: ', ''))
    .map((data): unknown => (data === '[DONE]' ? data : JSON.parse(data)));
}

const START: StreamPart = { type: 'response-start', id: 'chatcmpl-1', model: 'm', createdAtSeconds: 7 };
const at = (block: number) => ({ choice: 0, block });
const finish = (kind: FinishKind): StreamPart => ({ type: 'finish', choice: 0, finish: { kind } });
const toDeltas = (chunks: unknown[]): unknown[] =>
  chunks.flatMap(
    (chunk) => (chunk as { choices?: { delta: unknown }[] }).choices?.map(({ delta }) => delta) ?? [],
  );
const ROLE = { role: 'assistant', content: '', refusal: null };
/** The text `thought`, signed by Google, as a client carries it. */
const SEALED_CALL_SIGNATURE = 'mgproof.gemini-generate-content.dGhvdWdodA';
const SIGNATURE = { origin: 'anthropic-messages', value: 'sig' };

describe('a complete response', () => {
  it('has an id with the expected prefix', () => {
    expect(encode(buildResponse([{ type: 'text', text: 'hi' }]))).toEqual({
      id: 'chatcmpl-77',
      object: 'chat.completion',
      created: 7,
      model: 'm',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'hi', refusal: null },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
    });
  });

  it.each<[FinishKind, AssistantPart[], string]>([
    ['stop', [], 'stop'],
    ['stop-sequence', [], 'stop'],
    ['length', [], 'length'],
    ['tool-calls', [], 'tool_calls'],
    ['content-filter', [], 'content_filter'],
    ['refusal', [], 'content_filter'],
    ['refusal', [{ type: 'refusal', text: 'no' }], 'stop'],
    ['other', [], 'stop'],
  ])('that finished with %s and %j is %s', (kind, content, expected) => {
    expect(encode(buildResponse(content, kind))).toMatchObject({ choices: [{ finish_reason: expected }] });
  });

  it('to a blocked prompt has the finish reason content_filter', () => {
    const blocked = { ...buildResponse([]), choices: [], promptBlock: { reason: 'SAFETY' } };
    expect(encode(blocked)).toMatchObject({
      choices: [{ index: 0, message: { content: '' }, finish_reason: 'content_filter' }],
    });
  });

  it('has the legacy form for clients that use it', () => {
    const response = buildResponse(
      [{ type: 'tool-call', id: 'a', name: 'f', arguments: '{}' }],
      'tool-calls',
    );
    const { choices } = encode(response, { functions: [{ name: 'f' }] }) as {
      choices: { message: object; finish_reason: string }[];
    };
    expect(choices[0]?.finish_reason).toBe('function_call');
    expect(choices[0]?.message).toEqual({
      role: 'assistant',
      content: null,
      refusal: null,
      function_call: { name: 'f', arguments: '{}' },
    });
  });

  it('carries signatures that only the gateway can open', () => {
    const { choices } = encode(
      buildResponse([
        { type: 'reasoning', text: 'a', signature: SIGNATURE },
        { type: 'reasoning', text: '', signature: SIGNATURE, isRedacted: true },
        {
          type: 'tool-call',
          id: 'c',
          name: 'f',
          arguments: '{}',
          signature: { origin: 'gemini-generate-content', value: 'thought' },
        },
      ]),
    ) as { choices: { message: { thinking_blocks: { signature?: string; data?: string }[] } }[] };
    const message = choices[0]?.message;
    expect(message).toMatchObject({
      reasoning_content: 'a',
      thinking_blocks: [{ type: 'thinking', thinking: 'a' }, { type: 'redacted_thinking' }],
      tool_calls: [{ extra_content: { google: { thought_signature: SEALED_CALL_SIGNATURE } } }],
    });
    const carried = message?.thinking_blocks.map(({ signature, data }) =>
      openReasoningSignature(signature ?? data ?? '', 'openai-chat'),
    );
    expect(carried).toEqual([SIGNATURE, SIGNATURE]);
  });

  it('counts citation ranges in the whole text', () => {
    const response = buildResponse([
      { type: 'text', text: 'one ' },
      { type: 'text', text: 'two', citations: [{ url: 'https://e.com', start: 0, end: 3 }] },
    ]);
    expect(encode(response)).toMatchObject({
      choices: [
        {
          message: {
            content: 'one two',
            annotations: [{ type: 'url_citation', url_citation: { start_index: 4, end_index: 7 } }],
          },
        },
      ],
    });
  });
});

describe('a streamed response', () => {
  it('counts calls, not blocks, and never has empty arguments', () => {
    const chunks = stream([
      START,
      { type: 'reasoning-start', ...at(0) },
      { type: 'reasoning-delta', text: 'hm', ...at(0) },
      { type: 'reasoning-end', signature: SIGNATURE, ...at(0) },
      { type: 'text-start', ...at(1) },
      { type: 'text-delta', text: 'Hi', ...at(1) },
      { type: 'text-end', ...at(1) },
      { type: 'tool-call-start', id: 'A', name: 'f', ...at(2) },
      { type: 'tool-call-delta', arguments: '{"x"', ...at(2) },
      { type: 'tool-call-delta', arguments: ':1}', ...at(2) },
      { type: 'tool-call-end', ...at(2) },
      { type: 'tool-call-start', id: 'B', name: 'g', ...at(3) },
      { type: 'tool-call-end', ...at(3) },
      finish('tool-calls'),
    ]);
    expect(toDeltas(chunks)).toEqual([
      ROLE,
      { reasoning_content: 'hm' },
      { content: 'Hi' },
      { tool_calls: [{ index: 0, id: 'A', type: 'function', function: { name: 'f', arguments: '{"x"' } }] },
      { tool_calls: [{ index: 0, function: { arguments: ':1}' } }] },
      { tool_calls: [{ index: 1, id: 'B', type: 'function', function: { name: 'g', arguments: '{}' } }] },
      {
        thinking_blocks: [
          { type: 'thinking', thinking: 'hm', signature: expect.stringMatching(/^mgproof\./) },
        ],
      },
      {},
    ]);
    expect(chunks.at(-2)).toMatchObject({ choices: [{ finish_reason: 'tool_calls' }] });
    expect(chunks.at(-1)).toBe('[DONE]');
  });

  it('puts the signature of a complete call in its only chunk', () => {
    const signature = { origin: 'gemini-generate-content', value: 'thought' };
    const [, call] = toDeltas(
      stream([
        START,
        { type: 'tool-call-start', id: 'A', name: 'f', ...at(0) },
        { type: 'tool-call-delta', arguments: '{"x":1}', ...at(0) },
        { type: 'tool-call-end', signature, ...at(0) },
        finish('tool-calls'),
      ]),
    );
    expect(call).toEqual({
      tool_calls: [
        {
          index: 0,
          id: 'A',
          type: 'function',
          function: { name: 'f', arguments: '{"x":1}' },
          extra_content: { google: { thought_signature: SEALED_CALL_SIGNATURE } },
        },
      ],
    });
  });

  it('contains usage only if the client requested it', () => {
    const parts: StreamPart[] = [
      START,
      finish('stop'),
      { type: 'usage', usage: { inputTokens: 14, outputTokens: 20, cachedInputTokens: 4 } },
    ];
    expect(JSON.stringify(stream(parts))).not.toContain('usage');
    const chunks = stream(parts, { stream_options: { include_usage: true } });
    expect(chunks.slice(0, -2)).toEqual(
      chunks.slice(0, -2).map(() => expect.objectContaining({ usage: null })),
    );
    expect(chunks.at(-2)).toMatchObject({
      choices: [],
      usage: {
        prompt_tokens: 14,
        completion_tokens: 20,
        total_tokens: 34,
        prompt_tokens_details: { cached_tokens: 4 },
      },
    });
  });

  it('has only the first call in the legacy form', () => {
    const chunks = stream(
      [
        START,
        { type: 'tool-call-start', id: 'A', name: 'f', ...at(0) },
        { type: 'tool-call-delta', arguments: '{"x"', ...at(0) },
        { type: 'tool-call-delta', arguments: ':1}', ...at(0) },
        { type: 'tool-call-end', ...at(0) },
        { type: 'tool-call-start', id: 'B', name: 'g', ...at(1) },
        { type: 'tool-call-delta', arguments: '{}', ...at(1) },
        { type: 'tool-call-end', ...at(1) },
        finish('tool-calls'),
      ],
      { functions: [{ name: 'f' }] },
    );
    expect(toDeltas(chunks)).toEqual([
      ROLE,
      { function_call: { name: 'f', arguments: '{"x"' } },
      { function_call: { arguments: ':1}' } },
      {},
    ]);
    expect(chunks.at(-2)).toMatchObject({ choices: [{ finish_reason: 'function_call' }] });
  });

  it('to a blocked prompt finishes once', () => {
    const chunks = stream([START, { type: 'prompt-block', reason: 'SAFETY' }, finish('content-filter')]);
    expect(chunks).toMatchObject([
      { choices: [{ delta: ROLE, finish_reason: null }] },
      { choices: [{ delta: {}, finish_reason: 'content_filter' }] },
      '[DONE]',
    ]);
  });

  it('has the role in every choice', () => {
    const chunks = stream([
      START,
      { type: 'text-start', choice: 1, block: 0 },
      { type: 'text-delta', text: 'b', choice: 1, block: 0 },
    ]);
    expect(chunks).toMatchObject([
      { choices: [{ index: 0, delta: ROLE }] },
      { choices: [{ index: 1, delta: ROLE }] },
      { choices: [{ index: 1, delta: { content: 'b' } }] },
      '[DONE]',
    ]);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { type AssistantPart, type ChatResponse, type FinishReason, type JsonObject } from '#canonical';
import { type AnswerContext } from '../chat-codec.js';
import { thrownError } from './__fixtures__/thrown-error.js';
import { decodeRequest } from './decode-request.js';
import { decodeResponse } from './decode-response.js';
import { encodeResponse } from './encode-response.js';

const toolAnswer = JSON.parse(
  readFileSync(new URL('__fixtures__/tool-answer.json', import.meta.url), 'utf8'),
) as JsonObject;

const context: AnswerContext = {
  request: { model: 'public' },
  body: {},
  hints: {},
  requestId: 'req-1',
};
const answer = (content: AssistantPart[], finish: FinishReason = { kind: 'stop' }): ChatResponse => ({
  id: 'x',
  model: 'm',
  createdAtSeconds: 1,
  choices: [{ index: 0, content, finish }],
});
const message = (members: JsonObject): JsonObject => ({ ...toolAnswer, content: [], ...members });
const encode = (content: AssistantPart[], finish?: FinishReason): JsonObject =>
  encodeResponse(answer(content, finish), context);

const signature = (value: string) => ({ origin: 'anthropic-messages', value });

const TEXT: AssistantPart = { type: 'text', text: 'a' };
const CALL: AssistantPart = { type: 'tool-call', id: 'a', name: 'f', arguments: '{"x":1}' };

describe('decoding a message', () => {
  it('reads content, finish and usage', () => {
    expect(decodeResponse(toolAnswer)).toStrictEqual({
      id: 'msg_01XFDUDYJgAACzvnptvVoYEL',
      model: 'claude-sonnet-4-6',
      createdAtSeconds: expect.any(Number),
      choices: [
        {
          index: 0,
          content: [
            { type: 'reasoning', text: 'Two cities.', signature: signature('EqoBCkgIARABGAI=') },
            { type: 'reasoning', text: '', isRedacted: true, signature: signature('EmwKAhgBEgy3va3pzix') },
            { type: 'text', text: 'Let me check both.' },
            { type: 'tool-call', id: 'toolu_01A', name: 'weather', arguments: '{"city":"Oslo"}' },
            { type: 'tool-call', id: 'toolu_01B', name: 'clock', arguments: '{}' },
          ],
          finish: { kind: 'tool-calls', raw: 'tool_use' },
        },
      ],
      usage: {
        inputTokens: 21,
        outputTokens: 20,
        cachedInputTokens: 4,
        cacheWriteTokens: 7,
        cacheWrite1hTokens: 0,
        reasoningTokens: 5,
        serviceTier: 'default',
        raw: toolAnswer['usage'],
      },
      serviceTier: 'default',
    });
  });

  it.each([
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop-sequence'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['tool_use', 'tool-calls'],
    ['refusal', 'refusal'],
    ['pause_turn', 'other'],
    ['news', 'other'],
  ])('takes %s for %s', (reason, kind) => {
    const { finish } = decodeResponse(message({ stop_reason: reason })).choices[0] ?? {};
    expect(finish).toEqual({ kind, raw: reason });
  });

  it('names the sequence that was hit', () => {
    const { choices } = decodeResponse(message({ stop_reason: 'stop_sequence', stop_sequence: 'END' }));
    expect(choices[0]?.finish).toMatchObject({ kind: 'stop-sequence', stopSequence: 'END' });
  });

  it.each([
    ['end_turn', 'tool-calls'],
    ['max_tokens', 'length'],
  ])('takes %s after a call for %s', (reason, kind) => {
    const content = [{ type: 'tool_use', id: 'a', name: 'f', input: {} }];
    expect(decodeResponse(message({ content, stop_reason: reason })).choices[0]?.finish.kind).toBe(kind);
  });

  it('passes over blocks of tools that the service ran itself, and over empty text', () => {
    const content: JsonObject[] = [
      { type: 'server_tool_use', id: 's' },
      { type: 'web_search_tool_result' },
      { type: 'text', text: '' },
    ];
    expect(decodeResponse(message({ content })).choices[0]?.content).toEqual([]);
  });

  it('keeps citations that lead to an address', () => {
    const citations: JsonObject[] = [
      {
        type: 'web_search_result_location',
        url: 'https://a',
        title: 'A',
        cited_text: 'q',
        encrypted_index: 'e',
      },
      { type: 'search_result_location', source: 'https://b', title: null, cited_text: 'q' },
      { type: 'char_location', document_index: 0, cited_text: 'q' },
    ];
    const content = [{ type: 'text', text: 'four', citations }];
    expect(decodeResponse(message({ content })).choices[0]?.content).toEqual([
      {
        type: 'text',
        text: 'four',
        citations: [
          { url: 'https://a', title: 'A', start: 0, end: 4 },
          { url: 'https://b', start: 0, end: 4 },
        ],
      },
    ]);
  });

  it('tells why the service refused', () => {
    const details = { type: 'refusal', category: 'bio', explanation: 'Not this.' };
    const { choices } = decodeResponse(message({ stop_reason: 'refusal', stop_details: details }));
    expect(choices[0]).toMatchObject({
      content: [{ type: 'refusal', text: 'Not this.' }],
      finish: { kind: 'refusal' },
    });
  });

  it('does not take an error for an answer', () => {
    expect(thrownError(() => decodeResponse({ type: 'error', error: {} })).kind).toBe(
      'upstream-bad-response',
    );
  });

  it.each([
    [{ input_tokens: -1, output_tokens: 1 }],
    [{ input_tokens: 1, output_tokens: 1e15 }],
    [{ input_tokens: 1 }],
    ['much'],
  ])('does not believe the usage %j', (usage) => {
    expect(decodeResponse(message({ usage })).usage).toBeUndefined();
  });
});

describe('encoding a message', () => {
  it('writes what it read, under the name that the client knows', () => {
    const encoded = encodeResponse(decodeResponse(toolAnswer), context);
    const { content, usage, ...head } = toolAnswer;
    expect(encoded).toMatchObject({ ...head, model: 'public' });
    expect(content).toMatchObject(encoded['content'] as JsonObject[]);
    expect(usage).toMatchObject(encoded['usage'] as JsonObject);
  });

  it('mints an id of its own form, the same for the same request', () => {
    expect(encode([TEXT])['id']).toMatch(/^msg_[0-9a-f]{24}$/);
    expect(encode([TEXT])['id']).toBe(encode([])['id']);
  });

  it.each<[FinishReason, AssistantPart[], string, string | null]>([
    [{ kind: 'stop' }, [TEXT], 'end_turn', null],
    [{ kind: 'stop-sequence', stopSequence: 'END' }, [TEXT], 'stop_sequence', 'END'],
    [{ kind: 'stop-sequence' }, [TEXT], 'stop_sequence', null],
    [{ kind: 'length', raw: 'MAX_TOKENS' }, [TEXT], 'max_tokens', null],
    [{ kind: 'tool-calls' }, [CALL], 'tool_use', null],
    [{ kind: 'stop' }, [CALL], 'tool_use', null],
    [{ kind: 'length' }, [CALL], 'max_tokens', null],
    [{ kind: 'content-filter', raw: 'SAFETY' }, [], 'refusal', null],
    [{ kind: 'refusal' }, [], 'refusal', null],
    [{ kind: 'stop' }, [{ type: 'refusal', text: 'No.' }], 'refusal', null],
    [{ kind: 'other', raw: 'OTHER' }, [TEXT], 'end_turn', null],
  ])('ends %j with %j as %s', (finish, content, reason, sequence) => {
    expect(encode(content, finish)).toMatchObject({ stop_reason: reason, stop_sequence: sequence });
  });

  it('says that a blocked prompt was refused', () => {
    const blocked = { ...answer([]), choices: [], promptBlock: { reason: 'SAFETY' } };
    expect(encodeResponse(blocked, context)).toMatchObject({
      content: [],
      stop_reason: 'refusal',
      stop_details: { type: 'refusal', category: null, explanation: null },
    });
  });

  it('counts the cache apart from the rest of the prompt', () => {
    const usage = {
      inputTokens: 21,
      outputTokens: 20,
      cachedInputTokens: 4,
      cacheWriteTokens: 7,
      reasoningTokens: 5,
    };
    expect(encodeResponse({ ...answer([TEXT]), usage }, context)['usage']).toEqual({
      input_tokens: 10,
      cache_creation_input_tokens: 7,
      cache_read_input_tokens: 4,
      output_tokens: 20,
      output_tokens_details: { thinking_tokens: 5 },
      service_tier: null,
    });
    const odd = { inputTokens: 1, outputTokens: 0, cachedInputTokens: 4 };
    expect(encodeResponse({ ...answer([TEXT]), usage: odd }, context)).toMatchObject({
      usage: { input_tokens: 0 },
    });
  });

  it.each<[AssistantPart, JsonObject[]]>([
    [{ type: 'text', text: '' }, []],
    [{ type: 'refusal', text: 'No.' }, [{ type: 'text', text: 'No.' }]],
    [{ type: 'reasoning', text: 'hm' }, [{ type: 'thinking', thinking: 'hm', signature: 'mgproof..' }]],
    [{ type: 'reasoning', text: '' }, []],
    [
      { type: 'image', source: { kind: 'url', url: 'https://x/y.png' } },
      [{ type: 'text', text: 'https://x/y.png' }],
    ],
    [
      { type: 'image', source: { kind: 'bytes', mediaType: 'image/png', base64: 'AAAA' } },
      [{ type: 'text', text: '[image]' }],
    ],
    [
      {
        type: 'audio',
        source: { kind: 'bytes', mediaType: 'audio/wav', base64: 'AAAA' },
        transcript: 'Hello',
      },
      [{ type: 'text', text: 'Hello' }],
    ],
    [
      { type: 'text', text: 'See it.', citations: [{ url: 'https://a', title: 'A', start: 0, end: 3 }] },
      [
        {
          type: 'text',
          text: 'See it.',
          citations: [
            {
              type: 'web_search_result_location',
              url: 'https://a',
              title: 'A',
              encrypted_index: '',
              cited_text: 'See',
            },
          ],
        },
      ],
    ],
  ])('shows %j', (part, blocks) => {
    expect(encode([part])['content']).toEqual(blocks);
  });

  it('carries the signatures of other services so that they come back whole', () => {
    const content: AssistantPart[] = [
      { type: 'reasoning', text: 'hm', signature: { origin: 'openai-responses', value: 'gAAAA' } },
      {
        type: 'reasoning',
        text: '',
        isRedacted: true,
        signature: { origin: 'openai-responses', value: 'hidden' },
      },
      { ...CALL, signature: { origin: 'gemini-generate-content', value: 'sig' } },
      { type: 'tool-call', id: 'b', name: 'g', arguments: '{}' },
    ];
    const replayed = { role: 'assistant', content: encode(content)['content'] ?? null };
    const { value } = decodeRequest({ model: 'm', max_tokens: 1, messages: [replayed] });
    expect(value.messages).toEqual([{ role: 'assistant', content }]);
  });

  it('shows no call whose arguments cannot be read, unless the answer was cut in it', () => {
    const broken: AssistantPart = { type: 'tool-call', id: 'a', name: 'f', arguments: '{"path":"/' };
    expect(thrownError(() => encode([broken], { kind: 'tool-calls' })).kind).toBe('upstream-bad-response');
    expect(encode([broken], { kind: 'length' })).toMatchObject({
      content: [{ input: {} }],
      stop_reason: 'max_tokens',
    });
  });
});

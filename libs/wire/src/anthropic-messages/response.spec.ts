import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { type AssistantPart, type ChatResponse, type FinishReason, type JsonObject } from '#canonical';
import { type EncodingContext } from '../chat-codec.js';
import { thrownError } from './__fixtures__/thrown-error.js';
import { decodeRequest } from './decode-request.js';
import { decodeResponse } from './decode-response.js';
import { encodeResponse } from './encode-response.js';

const toolAnswer = JSON.parse(
  readFileSync(new URL('__fixtures__/tool-answer.json', import.meta.url), 'utf8'),
) as JsonObject;

const context: EncodingContext = {
  request: { model: 'public' },
  body: {},
  hints: {},
  requestId: 'req-1',
};
const buildResponse = (content: AssistantPart[], finish: FinishReason = { kind: 'stop' }): ChatResponse => ({
  id: 'x',
  model: 'm',
  createdAtSeconds: 1,
  choices: [{ index: 0, content, finish }],
});
const buildMessage = (members: JsonObject): JsonObject => ({ ...toolAnswer, content: [], ...members });
const encode = (content: AssistantPart[], finish?: FinishReason): JsonObject =>
  encodeResponse(buildResponse(content, finish), context);

const signature = (value: string) => ({ origin: 'anthropic-messages', value });

const TEXT: AssistantPart = { type: 'text', text: 'a' };
const CALL: AssistantPart = { type: 'tool-call', id: 'a', name: 'f', arguments: '{"x":1}' };

describe('decoding a message', () => {
  it('decodes content, finish reason and usage', () => {
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
  ])('decodes the stop reason %s as %s', (reason, kind) => {
    const { finish } = decodeResponse(buildMessage({ stop_reason: reason })).choices[0] ?? {};
    expect(finish).toEqual({ kind, raw: reason });
  });

  it('has the stop sequence', () => {
    const { choices } = decodeResponse(buildMessage({ stop_reason: 'stop_sequence', stop_sequence: 'END' }));
    expect(choices[0]?.finish).toMatchObject({ kind: 'stop-sequence', stopSequence: 'END' });
  });

  it.each([
    ['end_turn', 'tool-calls'],
    ['max_tokens', 'length'],
  ])('decodes the stop reason %s after a call as %s', (reason, kind) => {
    const content = [{ type: 'tool_use', id: 'a', name: 'f', input: {} }];
    expect(decodeResponse(buildMessage({ content, stop_reason: reason })).choices[0]?.finish.kind).toBe(kind);
  });

  it('skips blocks of tools that the service itself ran, and empty text', () => {
    const content: JsonObject[] = [
      { type: 'server_tool_use', id: 's' },
      { type: 'web_search_tool_result' },
      { type: 'text', text: '' },
    ];
    expect(decodeResponse(buildMessage({ content })).choices[0]?.content).toEqual([]);
  });

  it('includes citations with a URL', () => {
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
    expect(decodeResponse(buildMessage({ content })).choices[0]?.content).toEqual([
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

  it('includes the explanation of a refusal', () => {
    const details = { type: 'refusal', category: 'bio', explanation: 'Not this.' };
    const { choices } = decodeResponse(buildMessage({ stop_reason: 'refusal', stop_details: details }));
    expect(choices[0]).toMatchObject({
      content: [{ type: 'refusal', text: 'Not this.' }],
      finish: { kind: 'refusal' },
    });
  });

  it('rejects an error body', () => {
    expect(thrownError(() => decodeResponse({ type: 'error', error: {} })).kind).toBe(
      'upstream-bad-response',
    );
  });

  it.each([
    [{ input_tokens: -1, output_tokens: 1 }],
    [{ input_tokens: 1, output_tokens: 1e15 }],
    [{ input_tokens: 1 }],
    ['much'],
  ])('ignores the usage %j', (usage) => {
    expect(decodeResponse(buildMessage({ usage })).usage).toBeUndefined();
  });
});

describe('encoding a message', () => {
  it('encodes what it decoded, with the name of the model that the client used', () => {
    const encoded = encodeResponse(decodeResponse(toolAnswer), context);
    const { content, usage, ...head } = toolAnswer;
    expect(encoded).toMatchObject({ ...head, model: 'public' });
    expect(content).toMatchObject(encoded['content'] as JsonObject[]);
    expect(usage).toMatchObject(encoded['usage'] as JsonObject);
  });

  it('generates an id that depends only on the request', () => {
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
  ])('encodes the finish reason %j with %j as %s', (finish, content, reason, sequence) => {
    expect(encode(content, finish)).toMatchObject({ stop_reason: reason, stop_sequence: sequence });
  });

  it('encodes a blocked prompt as a refusal', () => {
    const blocked = { ...buildResponse([]), choices: [], promptBlock: { reason: 'SAFETY' } };
    expect(encodeResponse(blocked, context)).toMatchObject({
      content: [],
      stop_reason: 'refusal',
      stop_details: { type: 'refusal', category: null, explanation: null },
    });
  });

  it('reports cached tokens separately from the other input tokens', () => {
    const usage = {
      inputTokens: 21,
      outputTokens: 20,
      cachedInputTokens: 4,
      cacheWriteTokens: 7,
      reasoningTokens: 5,
    };
    expect(encodeResponse({ ...buildResponse([TEXT]), usage }, context)['usage']).toEqual({
      input_tokens: 10,
      cache_creation_input_tokens: 7,
      cache_read_input_tokens: 4,
      output_tokens: 20,
      output_tokens_details: { thinking_tokens: 5 },
      service_tier: null,
    });
    const odd = { inputTokens: 1, outputTokens: 0, cachedInputTokens: 4 };
    expect(encodeResponse({ ...buildResponse([TEXT]), usage: odd }, context)).toMatchObject({
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
  ])('encodes %j', (part, blocks) => {
    expect(encode([part])['content']).toEqual(blocks);
  });

  it('carries signatures of other services, which decode to the same value', () => {
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

  it('rejects calls with invalid arguments, unless the response was truncated in the call', () => {
    const broken: AssistantPart = { type: 'tool-call', id: 'a', name: 'f', arguments: '{"path":"/' };
    expect(thrownError(() => encode([broken], { kind: 'tool-calls' })).kind).toBe('upstream-bad-response');
    expect(encode([broken], { kind: 'length' })).toMatchObject({
      content: [{ input: {} }],
      stop_reason: 'max_tokens',
    });
  });
});

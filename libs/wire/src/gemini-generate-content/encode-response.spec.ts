import { describe, expect, it } from '@jest/globals';
import {
  type ChatResponse,
  type FinishKind,
  GatewayError,
  type JsonObject,
  type StreamPart,
  streamResponse,
} from '#canonical';
import { type EncodingContext, type StreamEncoder } from '../chat-codec.js';
import { geminiIngress } from './index.js';
import { sealSignature } from './thought-signature.js';

const contextFor = (alt?: string, includeThoughts = true): EncodingContext => ({
  request: { model: 'm' },
  body: { generation_config: { thinking_config: { include_thoughts: includeThoughts } } },
  hints: alt === undefined ? {} : { query: { alt } },
  requestId: 'req_1',
});

const RESPONSE: ChatResponse = {
  id: 'resp_1',
  model: 'claude',
  createdAtSeconds: 1_794_704_523,
  choices: [
    {
      index: 0,
      content: [
        { type: 'reasoning', text: 'Hm.', signature: { origin: 'anthropic-messages', value: 'sig' } },
        { type: 'text', text: 'Hello' },
        { type: 'tool-call', id: 'toolu_1', name: 'f', arguments: '{"a":1}' },
      ],
      finish: { kind: 'tool-calls' },
    },
  ],
  usage: { inputTokens: 10, outputTokens: 9, reasoningTokens: 4, cachedInputTokens: 3 },
};
const SIGNATURE = sealSignature({ origin: 'anthropic-messages', value: 'sig' });
const HEAD = { modelVersion: 'claude', responseId: 'resp_1', createTime: '2026-11-15T01:02:03.000Z' };
const USAGE = {
  promptTokenCount: 10,
  candidatesTokenCount: 5,
  thoughtsTokenCount: 4,
  cachedContentTokenCount: 3,
  totalTokenCount: 19,
};
/** The mark for parts without a signature, in base64: `mgproof..` */
const UNPROVEN = 'bWdwcm9vZi4u';
const CALL = { functionCall: { id: 'toolu_1', name: 'f', args: { a: 1 } }, thoughtSignature: UNPROVEN };

function encodeAll(parts: readonly StreamPart[], encoder: StreamEncoder): string {
  return parts.map((part) => encoder.push(part)).join('') + encoder.end();
}
const stream = (response: ChatResponse, alt?: string): string =>
  encodeAll(streamResponse(response), geminiIngress.createStreamEncoder(contextFor(alt)));
const withContent = (
  content: ChatResponse['choices'][number]['content'],
  kind: FinishKind = 'stop',
): ChatResponse => ({
  ...RESPONSE,
  choices: [{ index: 0, content, finish: { kind } }],
});
const encode = (response: ChatResponse): JsonObject => geminiIngress.encodeResponse(response, contextFor());

const toParts = (text: string): unknown =>
  (JSON.parse(text) as { candidates: { content: { parts: unknown[] } }[] }[]).flatMap(
    ({ candidates }) => candidates[0]?.content.parts,
  );
const textIn = (sent: string): string => sent.match(/"text":"([^"]*)"/)?.[1] ?? '';

describe('a response for a client that did not request thoughts', () => {
  const signature = { origin: 'anthropic-messages', value: 'sig' };
  const before = sealSignature(signature, { isBefore: true });

  it('has their signatures but not their text', () => {
    const parts = [{ text: 'Hello', thoughtSignature: before }, CALL];
    const whole = geminiIngress.encodeResponse(RESPONSE, contextFor(undefined, false));
    expect(whole).toMatchObject({ candidates: [{ content: { parts } }] });
    const encoder = geminiIngress.createStreamEncoder(contextFor(undefined, false));
    expect(toParts(encodeAll(streamResponse(RESPONSE), encoder))).toEqual([
      { text: 'Hell', thoughtSignature: before },
      { text: 'o' },
      CALL,
    ]);
  });
});

describe('a complete response for a client of this format', () => {
  it('has parts, finish reason and usage', () => {
    expect(encode(RESPONSE)).toEqual({
      candidates: [
        {
          content: {
            role: 'model',
            parts: [{ text: 'Hm.', thought: true, thoughtSignature: SIGNATURE }, { text: 'Hello' }, CALL],
          },
          finishReason: 'STOP',
          index: 0,
        },
      ],
      usageMetadata: USAGE,
      ...HEAD,
    });
  });

  it.each<[FinishKind, string]>([
    ['stop', 'STOP'],
    ['stop-sequence', 'STOP'],
    ['tool-calls', 'STOP'],
    ['length', 'MAX_TOKENS'],
    ['content-filter', 'SAFETY'],
    ['refusal', 'SAFETY'],
    ['other', 'OTHER'],
  ])("encodes the finish reason %s as %s, without the upstream's own value", (kind, finishReason) => {
    const response = {
      ...RESPONSE,
      choices: [{ index: 0, content: [], finish: { kind, raw: 'upstream_word' } }],
    };
    expect(encode(response)['candidates']).toEqual([
      { content: { role: 'model', parts: [] }, finishReason, index: 0 },
    ]);
  });

  it.each<[string, string]>([
    ['SAFETY', 'SAFETY'],
    ['content_filter', 'OTHER'],
  ])('encodes the block reason %s as %s', (reason, blockReason) => {
    const blocked = encode({ ...RESPONSE, choices: [], promptBlock: { reason } });
    expect(blocked['promptFeedback']).toEqual({ blockReason });
    expect(blocked).not.toHaveProperty('candidates');
  });

  it.each<[FinishKind, string]>([
    ['tool-calls', 'MALFORMED_FUNCTION_CALL'],
    ['length', 'MAX_TOKENS'],
  ])('leaves out a call with invalid arguments (%s)', (kind, finishReason) => {
    const response = withContent([{ type: 'tool-call', id: '1', name: 'f', arguments: '{"a":' }], kind);
    expect(encode(response)['candidates']).toMatchObject([{ content: { parts: [] }, finishReason }]);
    expect(stream(response, 'sse')).toContain(`"finishReason":"${finishReason}"`);
    expect(stream(response, 'sse')).not.toContain('functionCall');
  });

  it('encodes refusals as text and media as data', () => {
    const source = { kind: 'bytes', mediaType: 'image/png', base64: 'iVBO' } as const;
    const response = withContent(
      [
        { type: 'refusal', text: 'No.' },
        { type: 'image', source },
      ],
      'refusal',
    );
    const parts = [{ text: 'No.' }, { inlineData: { mimeType: 'image/png', data: 'iVBO' } }];
    expect(encode(response)['candidates']).toMatchObject([{ content: { parts }, finishReason: 'SAFETY' }]);
  });
});

describe('content without text of its own', () => {
  it.each<[string, ChatResponse['choices'][number]['content'][number], JsonObject]>([
    ['a text', { type: 'text', text: 'A' }, { text: 'A' }],
    [
      'a call',
      { type: 'tool-call', id: 'toolu_1', name: 'f', arguments: '{"a":1}' },
      { functionCall: CALL.functionCall },
    ],
  ])('is reasoning whose signature is added to %s after it', (_, part, sent) => {
    const signature = { origin: 'openai-responses', value: 'enc' };
    const response = withContent([{ type: 'reasoning', text: '', signature }, part]);
    const parts = [{ ...sent, thoughtSignature: sealSignature(signature, { isBefore: true }) }];
    expect(encode(response)['candidates']).toMatchObject([{ content: { parts } }]);
    expect(toParts(stream(response))).toEqual(parts);
  });

  it('is a late refusal, which becomes the finish message', () => {
    const response = withContent(
      [
        { type: 'text', text: 'A' },
        { type: 'refusal', text: 'Because.' },
      ],
      'refusal',
    );
    const candidate = {
      content: { parts: [{ text: 'A' }] },
      finishReason: 'SAFETY',
      finishMessage: 'Because.',
    };
    expect(encode(response)['candidates']).toMatchObject([candidate]);
    expect(JSON.parse(stream(response))).toMatchObject([{ candidates: [candidate] }]);
  });
});

describe('a streamed response for a client of this format', () => {
  const chunk = (part: JsonObject): JsonObject => ({
    candidates: [{ content: { role: 'model', parts: [part] }, index: 0 }],
    ...HEAD,
  });
  const expected = [
    chunk({ text: 'Hm', thought: true }),
    chunk({ text: '.', thought: true, thoughtSignature: SIGNATURE }),
    chunk({ text: 'Hell' }),
    chunk({ text: 'o' }),
    {
      candidates: [{ content: { role: 'model', parts: [CALL] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: USAGE,
      ...HEAD,
    },
  ];

  it('consists of events with only data if the client requested events', () => {
    const text = stream(RESPONSE, 'sse');
    const events = text.split('\n\n');
    expect(events.pop()).toBe('');
    expect(events.every((event) => event.startsWith('data: {'))).toBe(true);
    expect(events.map((event) => JSON.parse(event.slice('data: '.length)) as unknown)).toEqual(expected);
  });

  it('has each event on one line, even with Unicode line separators', () => {
    const text = stream(withContent([{ type: 'text', text: 'a\u2028b\u2029c\nd' }]), 'sse');
    expect(text).toMatch(/^(data: .*\n\n)+$/);
    expect(text).toContain('"a\\u2028b\\u2029c\\n"');
  });

  it('is one JSON array otherwise', () => {
    expect(JSON.parse(stream(RESPONSE))).toEqual(expected);
    expect(stream(RESPONSE)).toMatch(/^\[\{.*\},\n\{.*\}\]$/s);
  });

  it('sends a call when it is complete', () => {
    const encoder = geminiIngress.createStreamEncoder(contextFor('sse'));
    const at = { choice: 0, block: 0 };
    const other = { choice: 0, block: 1 };
    const sent = [
      encoder.push({ type: 'tool-call-start', id: '1', name: 'f', ...at }),
      encoder.push({ type: 'tool-call-start', id: '2', name: 'g', ...other }),
      encoder.push({ type: 'tool-call-delta', arguments: '{"a"', ...at }),
      encoder.push({ type: 'tool-call-delta', arguments: ':1}', ...at }),
      encoder.push({ type: 'tool-call-end', ...other }),
    ];
    expect(sent).toEqual(['', '', '', '', '']);
    expect(encoder.push({ type: 'tool-call-end', ...at })).toContain(
      '{"functionCall":{"id":"2","name":"g","args":{}}',
    );
    expect(encoder.push({ type: 'finish', choice: 0, finish: { kind: 'tool-calls' } })).toBe('');
    expect(encoder.end()).toMatch(
      /^data: [^\n]*\{"functionCall":\{"id":"1","name":"f","args":\{"a":1\}\}[^\n]*"finishReason":"STOP"/,
    );
  });

  it('sends text as it arrives, except for its last character, which belongs to the last chunk', () => {
    const encoder = geminiIngress.createStreamEncoder(contextFor('sse'));
    const at = { choice: 0, block: 0 };
    encoder.push({ type: 'text-start', ...at });
    const delta = (text: string): string => textIn(encoder.push({ type: 'text-delta', text, ...at }));
    expect(['He', '', 'l', 'lo 😀', '!'].map(delta)).toEqual(['H', '', 'e', 'llo ', '😀']);
    encoder.push({ type: 'text-end', ...at });
    encoder.push({ type: 'finish', choice: 0, finish: { kind: 'stop' } });
    expect(textIn(encoder.end())).toBe('!');
  });

  it('reports a blocked prompt in the last chunk', () => {
    const text = stream({ ...RESPONSE, choices: [], promptBlock: { reason: 'SAFETY' } }, 'SSE');
    expect(JSON.parse(text.slice('data: '.length))).toEqual({
      promptFeedback: { blockReason: 'SAFETY' },
      usageMetadata: USAGE,
      ...HEAD,
    });
  });

  it.each<[string | undefined, (text: string) => unknown]>([
    [
      'sse',
      (text) =>
        text
          .trim()
          .split('\n\n')
          .map((event) => JSON.parse(event.slice('data: '.length)) as unknown),
    ],
    [undefined, (text) => JSON.parse(text)],
  ])('ends with an error that clients raise (alt: %s)', (alt, parse) => {
    const error = new GatewayError('upstream-overloaded', 'Too busy.');
    const failed = [{ error: { code: 503, message: 'Too busy.', status: 'UNAVAILABLE' } }];
    const atOnce = geminiIngress.createStreamEncoder(contextFor(alt));
    expect(parse(atOnce.fail?.(error) ?? '')).toEqual(failed);
    const midway = geminiIngress.createStreamEncoder(contextFor(alt));
    const begun =
      midway.push({ type: 'text-start', choice: 0, block: 0 }) +
      midway.push({ type: 'text-delta', text: 'Hel', choice: 0, block: 0 });
    expect(parse(begun + (midway.fail?.(error) ?? ''))).toEqual([
      { candidates: [{ content: { role: 'model', parts: [{ text: 'He' }] }, index: 0 }] },
      { candidates: [{ content: { role: 'model', parts: [{ text: 'l' }] }, index: 0 }] },
      ...failed,
    ]);
  });
});

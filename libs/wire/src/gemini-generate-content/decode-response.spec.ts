import { describe, expect, it } from '@jest/globals';
import {
  type ChatResponse,
  collectResponse,
  type FinishKind,
  type JsonObject,
  type StreamPart,
} from '#canonical';
import { SseDecoder } from '#sse';
import * as fc from 'fast-check';
import { readFixture } from './__fixtures__/read-fixture.js';
import { geminiEgress } from './index.js';

const STREAM = Buffer.from(readFixture('tool-stream.sse'));

function decodeStream(chunks: readonly Uint8Array[]): StreamPart[] {
  const events = new SseDecoder();
  const decoder = geminiEgress.createStreamDecoder();
  const blocks = chunks.flatMap((chunk) => events.push(chunk));
  return [...blocks.flatMap(({ event }) => (event ? decoder.push(event) : [])), ...decoder.end()];
}

function decodeChunks(...chunks: JsonObject[]): StreamPart[] {
  const decoder = geminiEgress.createStreamDecoder();
  return [...chunks.flatMap((chunk) => decoder.push({ data: JSON.stringify(chunk) })), ...decoder.end()];
}

const candidate = (parts: JsonObject[], rest: JsonObject = { finishReason: 'STOP' }): JsonObject => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...rest }],
});
const decode = (parts: JsonObject[], rest?: JsonObject): ChatResponse =>
  geminiEgress.decodeResponse(candidate(parts, rest));
const getFinish = (word: string, parts: JsonObject[] = [{ text: 'x' }]): FinishKind | undefined =>
  decode(parts, { finishReason: word }).choices[0]?.finish.kind;

/** A chunk with text for each of two candidates. */
const buildTwoCandidates = (a: string, b: string, rest: JsonObject): JsonObject => ({
  candidates: [a, b].map((text, index) => ({ content: { parts: [{ text }] }, index, ...rest })),
});

describe('a streamed response of the service', () => {
  it('adds up to the complete response', () => {
    const response = collectResponse(decodeStream([STREAM]));
    expect(response).toMatchObject({
      id: 'resp-1',
      model: 'gemini-3-pro',
      createdAtSeconds: 1794704523,
      usage: { inputTokens: 13, outputTokens: 38, cachedInputTokens: 4, reasoningTokens: 8 },
    });
    const signature = { origin: 'gemini-generate-content', value: 'c2lnbmF0dXJl' };
    expect(response.choices).toEqual([
      {
        index: 0,
        content: [
          { type: 'reasoning', text: 'The user wants weather.' },
          { type: 'text', text: 'Let me look 🌤' },
          {
            type: 'tool-call',
            id: expect.stringMatching(/^call_[0-9a-f]{24}$/),
            name: 'weather',
            arguments: '{"city":"Rome","days":3}',
            signature,
          },
          { type: 'tool-call', id: 'given', name: 'clock', arguments: '{}' },
          { type: 'reasoning', text: '', signature: { ...signature, value: 'bGF0ZQ==' } },
        ],
        finish: { kind: 'tool-calls', raw: 'STOP' },
      },
    ]);
  });

  it('does not depend on how the bytes are split', () => {
    const expected = decodeStream([STREAM]);
    fc.assert(
      fc.property(fc.array(fc.nat({ max: STREAM.length }), { maxLength: 30 }), (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), STREAM.length];
        const chunks = places.slice(1).map((end, index) => STREAM.subarray(places[index], end));
        expect(decodeStream(chunks)).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  it('generates the same call ids with and without streaming', () => {
    const body = { ...candidate([{ functionCall: { name: 'f' } }]), responseId: 'resp-1' };
    expect(collectResponse(decodeChunks(body))).toEqual(geminiEgress.decodeResponse(body));
  });

  it('starts once, closes every block and finishes every choice', () => {
    const types = decodeStream([STREAM]).map((part) => part.type);
    expect(types.filter((type) => type === 'response-start')).toHaveLength(1);
    expect(types[0]).toBe('response-start');
    expect(types.filter((type) => type === 'finish')).toHaveLength(1);
    expect(types.filter((type) => type.endsWith('-start')).length - 1).toBe(
      types.filter((type) => type.endsWith('-end')).length,
    );
  });

  it('continues after a finish reason that comes with every chunk', () => {
    const response = collectResponse(
      decodeChunks(candidate([{ text: 'a' }]), candidate([{ text: 'b' }]), { usageMetadata: {} }),
    );
    expect(response.choices).toEqual([
      { index: 0, content: [{ type: 'text', text: 'ab' }], finish: { kind: 'stop', raw: 'STOP' } },
    ]);
  });

  it('keeps several candidates separate', () => {
    const { choices } = collectResponse(
      decodeChunks(
        buildTwoCandidates('a', 'x', {}),
        buildTwoCandidates('b', 'y', { finishReason: 'MAX_TOKENS' }),
      ),
    );
    expect(choices).toMatchObject([
      { index: 0, content: [{ text: 'ab' }], finish: { kind: 'length' } },
      { index: 1, content: [{ text: 'xy' }], finish: { kind: 'length' } },
    ]);
  });

  it.each<[string, JsonObject[]]>([
    ['nothing at all', []],
    ['no reason for the end', [candidate([{ text: 'a' }], {})]],
    [
      'a candidate without its reason',
      [candidate([{ text: 'a' }]), candidate([{ text: 'b' }], { index: 1 })],
    ],
  ])('is incomplete with %s', (_what, chunks) => {
    expect(() => decodeChunks(...chunks)).toThrow(expect.objectContaining({ kind: 'upstream-interrupted' }));
  });

  it.each([
    [
      '{"error":{"code":503,"message":"Overloaded, key sk-abcdefghijkl.","status":"UNAVAILABLE"}}',
      'upstream-overloaded',
    ],
    ['[{"error":{"code":500,"message":"Oops","status":"INTERNAL"}}]', 'upstream-error'],
    ['{"candidates":', 'upstream-bad-response'],
    ['5', 'upstream-bad-response'],
    ['{"candidates":[5]}', 'upstream-bad-response'],
    ['{"candidates":[{"content":{"parts":[{"text":5}]}}]}', 'upstream-bad-response'],
  ])('throws for %s: %s', (data, kind) => {
    const push = (): unknown => geminiEgress.createStreamDecoder().push({ data });
    expect(push).toThrow(expect.objectContaining({ kind }));
    expect(push).not.toThrow('sk-abcdefghijkl');
  });

  it('ignores the end marker of other formats', () => {
    expect(geminiEgress.createStreamDecoder().push({ data: '[DONE]' })).toEqual([]);
  });
});

describe('a complete response of the service', () => {
  it.each<[string, FinishKind]>([
    ['STOP', 'stop'],
    ['MAX_TOKENS', 'length'],
    ['CONTINUATION', 'length'],
    ['SAFETY', 'content-filter'],
    ['RECITATION', 'content-filter'],
    ['LANGUAGE', 'content-filter'],
    ['BLOCKLIST', 'content-filter'],
    ['PROHIBITED_CONTENT', 'content-filter'],
    ['SPII', 'content-filter'],
    ['IMAGE_SAFETY', 'content-filter'],
    ['IMAGE_OTHER', 'content-filter'],
    ['MALFORMED_FUNCTION_CALL', 'other'],
    ['UNEXPECTED_TOOL_CALL', 'other'],
    ['TOO_MANY_TOOL_CALLS', 'other'],
    ['NO_IMAGE', 'other'],
    ['OTHER', 'other'],
    ['SOMETHING_NEW', 'other'],
  ])('decodes the finish reason %s as %s', (word, kind) => {
    expect(getFinish(word)).toBe(kind);
  });

  it('finishes with tool-calls if it has a call, unless it was filtered', () => {
    const call = [{ functionCall: { name: 'f' } }];
    expect(getFinish('STOP', call)).toBe('tool-calls');
    expect(getFinish('MAX_TOKENS', call)).toBe('tool-calls');
    expect(getFinish('SAFETY', call)).toBe('content-filter');
  });

  it('may have no content because the prompt was blocked', () => {
    const body = { promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: { promptTokenCount: 3 } };
    expect(geminiEgress.decodeResponse(body)).toMatchObject({
      choices: [],
      promptBlock: { reason: 'SAFETY' },
      usage: { inputTokens: 3, outputTokens: 0 },
    });
    expect(() => geminiEgress.decodeResponse({ candidates: [] })).toThrow(
      expect.objectContaining({ kind: 'upstream-interrupted' }),
    );
  });

  it('may have images, and parts of tools that the request did not have', () => {
    const { choices } = decode([
      { executableCode: { code: '1' } },
      { inlineData: { mimeType: 'image/png', data: 'iVBO' } },
    ]);
    expect(choices[0]?.content).toEqual([
      { type: 'image', source: { kind: 'bytes', mediaType: 'image/png', base64: 'iVBO' } },
    ]);
  });

  it('counts the ranges of citations in characters', () => {
    const groundingMetadata: JsonObject = {
      groundingChunks: [
        { web: { uri: 'https://a.test', title: 'A' } },
        { web: { uri: 'https://b.test' } },
        { maps: {} },
      ],
      groundingSupports: [{ segment: { startIndex: 3, endIndex: 6 }, groundingChunkIndices: [0] }],
    };
    const { choices } = decode([{ text: 'Ü tea' }], { finishReason: 'STOP', groundingMetadata });
    expect(choices[0]?.content).toEqual([
      {
        type: 'text',
        text: 'Ü tea',
        citations: [{ url: 'https://a.test', title: 'A', start: 2, end: 5 }, { url: 'https://b.test' }],
      },
    ]);
    const citationMetadata = { citationSources: [{ startIndex: 0, endIndex: 2, uri: 'https://c.test' }] };
    expect(decode([{ text: 'Ü' }], { finishReason: 'STOP', citationMetadata }).choices[0]?.content).toEqual([
      { type: 'text', text: 'Ü', citations: [{ url: 'https://c.test', start: 0, end: 1 }] },
    ]);
  });

  it.each<[JsonObject, object | undefined]>([
    [{ promptTokenCount: 5 }, { inputTokens: 5, outputTokens: 0 }],
    [
      { promptTokenCount: '5', candidatesTokenCount: 2, thoughtsTokenCount: 3 },
      { inputTokens: 5, outputTokens: 5, reasoningTokens: 3 },
    ],
    [
      { prompt_token_count: 5, tool_use_prompt_token_count: 2 },
      { inputTokens: 7, outputTokens: 0 },
    ],
    [{ promptTokenCount: -1 }, undefined],
    [{ promptTokenCount: 1, candidatesTokenCount: 1e18 }, undefined],
    [{}, undefined],
  ])('decodes the usage %j', (usageMetadata, expected) => {
    const { usage } = geminiEgress.decodeResponse({ ...candidate([{ text: 'x' }]), usageMetadata });
    expect(usage).toEqual(expected && { ...expected, raw: usageMetadata });
  });
});

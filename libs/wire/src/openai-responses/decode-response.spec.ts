import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { type ChatResponse, type JsonObject, type StreamPart, collectResponse } from '#canonical';
import { SseDecoder } from '#sse';
import * as fc from 'fast-check';
import { openAiResponsesEgress } from './index.js';

const fixture = (name: string): Buffer => readFileSync(new URL(`./__fixtures__/${name}`, import.meta.url));
const WHOLE = JSON.parse(fixture('whole-response.json').toString()) as JsonObject;

function buildParts(chunks: readonly Uint8Array[]): StreamPart[] {
  const events = new SseDecoder();
  const decoder = openAiResponsesEgress.createStreamDecoder();
  const blocks = chunks.flatMap((chunk) => events.push(chunk));
  const parts = blocks.flatMap(({ event }) => (event ? decoder.push(event) : []));
  return [...parts, ...decoder.end()];
}

const decodeEvents = (...events: JsonObject[]): StreamPart[] =>
  buildParts([Buffer.from(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''))]);
const decodeFixture = (name: string): ChatResponse => collectResponse(buildParts([fixture(name)]));
const completed = (output: JsonObject[] = []): JsonObject => ({
  type: 'response.completed',
  response: { id: 'r', model: 'm', created_at: 1, status: 'completed', output },
});
const getContent = (...events: JsonObject[]): unknown =>
  collectResponse(decodeEvents(...events)).choices[0]?.content;

describe('a complete response', () => {
  it('includes every item with a canonical equivalent', () => {
    expect(openAiResponsesEgress.decodeResponse(WHOLE)).toEqual({
      id: 'resp_up',
      model: 'gpt-5',
      createdAtSeconds: 1_767_225_600,
      choices: [
        {
          index: 0,
          content: [
            {
              type: 'reasoning',
              text: 'Summary.\n\nRaw.',
              signature: { origin: 'openai-responses', value: 'gAAAA-secret' },
            },
            { type: 'text', text: 'Hello' },
            { type: 'refusal', text: 'Not that.' },
            { type: 'tool-call', id: 'call_a', name: 'f', arguments: '{"n":12345678901234567890}' },
            { type: 'image', source: { kind: 'bytes', mediaType: 'image/png', base64: 'iVBORw0KGgo=' } },
          ],
          finish: { kind: 'tool-calls', raw: 'completed' },
        },
      ],
      usage: {
        inputTokens: 14,
        outputTokens: 20,
        cachedInputTokens: 4,
        cacheWriteTokens: 2,
        reasoningTokens: 5,
        webSearches: 1,
        raw: WHOLE['usage'],
      },
    });
  });

  it.each<[JsonObject, object]>([
    [
      { status: 'completed', output: [] },
      { kind: 'stop', raw: 'completed' },
    ],
    [
      { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
      { kind: 'length', raw: 'max_output_tokens' },
    ],
    [
      { status: 'incomplete', incomplete_details: { reason: 'content_filter' }, output: [] },
      { kind: 'content-filter', raw: 'content_filter' },
    ],
    [
      { status: 'incomplete', incomplete_details: null, output: [] },
      { kind: 'length', raw: 'incomplete' },
    ],
    [
      { output: [{ type: 'message', content: [{ type: 'refusal', refusal: 'no' }] }] },
      { kind: 'refusal', raw: 'completed' },
    ],
  ])('%j', (members, finish) => {
    expect(openAiResponsesEgress.decodeResponse({ ...WHOLE, ...members }).choices[0]?.finish).toEqual(finish);
  });

  it.each<[JsonObject, string]>([
    [{ output: 'x' }, 'upstream-bad-response'],
    [{ status: 'in_progress' }, 'upstream-bad-response'],
    [{ status: 'failed', error: { code: 'server_error', message: 'x' } }, 'upstream-error'],
    [{ status: 'failed', error: { code: 'rate_limit_exceeded', message: 'x' } }, 'upstream-overloaded'],
    [{ status: 'cancelled' }, 'upstream-error'],
  ])('is rejected: %j', (members, kind) => {
    expect(() => openAiResponsesEgress.decodeResponse({ ...WHOLE, ...members })).toThrow(
      expect.objectContaining({ kind }),
    );
  });
});

describe('a streamed response', () => {
  it('has text with citations, log probabilities and usage', () => {
    expect(decodeFixture('text-stream.sse')).toEqual({
      id: 'resp_up',
      model: 'gpt-5-mini-2025',
      createdAtSeconds: 1_767_225_600,
      serviceTier: 'default',
      choices: [
        {
          index: 0,
          content: [
            {
              type: 'text',
              text: 'Grüß Gott 👋',
              citations: [{ url: 'https://example.com/', title: 'Example', start: 0, end: 4 }],
            },
          ],
          logprobs: [{ token: 'Grüß ', logprob: -0.5, bytes: [71], top: [] }],
          finish: { kind: 'stop', raw: 'completed' },
        },
      ],
      usage: expect.objectContaining({
        inputTokens: 14,
        outputTokens: 20,
        cachedInputTokens: 4,
        reasoningTokens: 5,
      }),
    });
  });

  it('has reasoning and calls, even if they are interleaved', () => {
    expect(decodeFixture('calls-stream.sse').choices).toEqual([
      {
        index: 0,
        content: [
          {
            type: 'reasoning',
            text: 'First.\n\nSecond.',
            signature: { origin: 'openai-responses', value: 'gAAAA-secret' },
          },
          { type: 'tool-call', id: 'call_a', name: 'f', arguments: '{"x":1}' },
          { type: 'tool-call', id: 'call_b', name: 'g', arguments: '{"y":2}' },
        ],
        finish: { kind: 'tool-calls', raw: 'completed' },
      },
    ]);
  });

  it.each(['text-stream.sse', 'calls-stream.sse'])(
    'does not depend on how the bytes are split: %s',
    (name) => {
      const bytes = fixture(name);
      const expected = buildParts([bytes]);
      fc.assert(
        fc.property(fc.array(fc.nat({ max: bytes.length }), { maxLength: 30 }), (cuts) => {
          const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
          const chunks = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
          expect(buildParts(chunks)).toEqual(expected);
        }),
        { numRuns: 30 },
      );
    },
  );

  it('can be decoded from its last event alone', () => {
    const parts = decodeEvents({ type: 'response.completed', response: WHOLE });
    expect(collectResponse(parts)).toEqual(openAiResponsesEgress.decodeResponse(WHOLE));
  });

  it('starts once, even without a start event', () => {
    const delta = {
      type: 'response.output_text.delta',
      item_id: 'a',
      output_index: 0,
      content_index: 0,
      delta: 'x',
    };
    expect(decodeEvents(delta, completed()).map((part) => part.type)).toEqual([
      'response-start',
      'text-start',
      'text-delta',
      'text-end',
      'finish',
    ]);
  });

  it('accepts arguments from any event', () => {
    const item = { id: 'fc', type: 'function_call', call_id: 'c', name: 'f' };
    const place = { item_id: 'fc', output_index: 0 };
    const added = { type: 'response.output_item.added', output_index: 0, item: { ...item, arguments: '' } };
    const call = [{ type: 'tool-call', id: 'c', name: 'f', arguments: '{"x":1}' }];
    const delta = { type: 'response.function_call_arguments.delta', ...place, delta: '{"x":1}' };
    const argumentsDone = { type: 'response.function_call_arguments.done', ...place, arguments: '{"x":1}' };
    const whole = { ...item, arguments: '{"x":1}' };
    const itemDone = { type: 'response.output_item.done', output_index: 0, item: whole };
    expect(getContent(added, delta, argumentsDone, itemDone, completed([whole]))).toEqual(call);
    expect(getContent(added, delta, completed())).toEqual(call);
    expect(getContent(added, argumentsDone, completed())).toEqual(call);
    expect(getContent(added, itemDone, completed())).toEqual(call);
    expect(getContent(delta, itemDone, completed())).toEqual(call);
    expect(getContent(added, completed())).toEqual([{ ...call[0], arguments: '{}' }]);
  });

  it('finds items by index if the service changes their ids', () => {
    const added = {
      type: 'response.output_item.added',
      output_index: 0,
      item: { id: 'x1', type: 'message', content: [] },
    };
    const delta = {
      type: 'response.output_text.delta',
      item_id: 'x2',
      output_index: 0,
      content_index: 0,
      delta: 'Hi',
    };
    const whole = {
      id: 'x3',
      type: 'message',
      content: [{ type: 'output_text', text: 'Hi', annotations: [] }],
    };
    expect(getContent(added, delta, completed([whole]))).toEqual([{ type: 'text', text: 'Hi' }]);
  });

  it('has raw reasoning and refusals', () => {
    const place = { output_index: 0, content_index: 0 };
    expect(
      getContent(
        {
          type: 'response.output_item.added',
          output_index: 0,
          item: { id: 'r', type: 'reasoning', summary: [] },
        },
        {
          type: 'response.content_part.added',
          item_id: 'r',
          ...place,
          part: { type: 'reasoning_text', text: '' },
        },
        { type: 'response.reasoning_text.delta', item_id: 'r', ...place, delta: 'hm' },
        { type: 'response.refusal.delta', item_id: 'm', output_index: 1, content_index: 0, delta: 'no' },
        { type: 'response.something.new', item_id: 'm', output_index: 1, delta: 'x' },
        completed(),
      ),
    ).toEqual([
      { type: 'reasoning', text: 'hm' },
      { type: 'refusal', text: 'no' },
    ]);
  });

  it.each<[JsonObject, string]>([
    [{ type: 'response.created', response: {} }, 'upstream-interrupted'],
    [{ type: 'error', code: 'server_error', message: 'at 10.0.0.1' }, 'upstream-error'],
    [{ type: 'error', error: { type: 'rate_limit_error', message: 'at 10.0.0.1' } }, 'upstream-overloaded'],
    [
      { type: 'response.failed', response: { error: { code: 'server_error', message: 'at 10.0.0.1' } } },
      'upstream-error',
    ],
  ])('fails: %j', (event, kind) => {
    expect(() => decodeEvents(event)).toThrow(expect.objectContaining({ kind }));
    expect(() => decodeEvents(event)).not.toThrow('10.0.0.1');
  });

  it.each(['data: {"type":\n\n', 'data: 5\n\n'])('is invalid: %j', (text) => {
    expect(() => buildParts([Buffer.from(text)])).toThrow(
      expect.objectContaining({ kind: 'upstream-bad-response' }),
    );
  });
});

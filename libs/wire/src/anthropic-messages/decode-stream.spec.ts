import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { type JsonObject, type StreamPart, collectResponse } from '#canonical';
import { SseDecoder } from '#sse';
import * as fc from 'fast-check';
import { thrownError } from './__fixtures__/thrown-error.js';
import { decodeResponse } from './decode-response.js';
import { MessageStreamDecoder } from './decode-stream.js';

const fixture = (name: string): string =>
  readFileSync(new URL(`__fixtures__/${name}`, import.meta.url), 'utf8');
const stream = fixture('tool-answer.sse');
const whole = decodeResponse(JSON.parse(fixture('tool-answer.json')) as JsonObject);

function decodeBytes(chunks: readonly Uint8Array[]): StreamPart[] {
  const sse = new SseDecoder();
  const decoder = new MessageStreamDecoder();
  const parts = chunks
    .flatMap((chunk) => sse.push(chunk))
    .flatMap(({ event }) => (event ? decoder.push(event) : []));
  return [...parts, ...decoder.end()];
}

const decodeEvents = (...events: JsonObject[]): StreamPart[] =>
  decodeBytes([Buffer.from(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''))]);

const START = {
  type: 'message_start',
  message: { id: 'msg_1', model: 'm', usage: { input_tokens: 3, output_tokens: 1 } },
};
const STOP = { type: 'message_stop' };
const ending = (reason: string, usage: JsonObject = { output_tokens: 2 }): JsonObject => ({
  type: 'message_delta',
  delta: { stop_reason: reason, stop_sequence: null },
  usage,
});
const open = (index: number, block: JsonObject): JsonObject => ({
  type: 'content_block_start',
  index,
  content_block: block,
});
const grow = (index: number, delta: JsonObject): JsonObject => ({
  type: 'content_block_delta',
  index,
  delta,
});
const close = (index: number): JsonObject => ({ type: 'content_block_stop', index });

const timeless = (parts: StreamPart[]) =>
  parts.map((part) => (part.type === 'response-start' ? { ...part, createdAtSeconds: 0 } : part));

describe('decoding a stream of the Messages format', () => {
  it('has the same result as decoding the complete message', () => {
    const { usage, ...response } = collectResponse(decodeBytes([Buffer.from(stream)]));
    const { usage: wholeUsage, ...wholeResponse } = whole;
    const now = { createdAtSeconds: expect.any(Number) };
    expect(response).toStrictEqual({ ...wholeResponse, ...now });
    expect({ ...usage, raw: undefined }).toEqual({ ...wholeUsage, raw: undefined });
  });

  it('does not depend on how the bytes are split', () => {
    const bytes = Buffer.from(stream);
    const uncut = timeless(decodeBytes([bytes]));
    fc.assert(
      fc.property(fc.array(fc.nat({ max: bytes.length }), { maxLength: 40 }), (cuts) => {
        const edges = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
        const chunks = edges.slice(1).map((end, index) => bytes.subarray(edges[index], end));
        expect(timeless(decodeBytes(chunks))).toEqual(uncut);
      }),
      { numRuns: 50 },
    );
  });

  it('starts once, with the initial usage, and finishes once', () => {
    const parts = decodeBytes([Buffer.from(stream)]);
    expect(parts[0]).toMatchObject({ type: 'response-start', usage: { inputTokens: 21, outputTokens: 1 } });
    const types = parts.map(({ type }) => type);
    expect(types.filter((type) => type === 'response-start')).toHaveLength(1);
    expect(types.slice(-2)).toEqual(['finish', 'usage']);
    expect(types.filter((type) => type === 'finish')).toHaveLength(1);
  });

  it('numbers its blocks without those of tools that the service itself ran', () => {
    const parts = decodeEvents(
      START,
      open(0, { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }),
      grow(0, { type: 'input_json_delta', partial_json: '{}' }),
      close(0),
      open(1, { type: 'text', text: 'He' }),
      grow(1, { type: 'text_delta', text: 'y' }),
      grow(1, {
        type: 'citations_delta',
        citation: { type: 'web_search_result_location', url: 'https://a', title: 'A' },
      }),
      close(1),
      { type: 'news' },
      ending('end_turn'),
      STOP,
    );
    expect(parts.slice(1, 5)).toEqual([
      { type: 'text-start', choice: 0, block: 0 },
      { type: 'text-delta', text: 'He', choice: 0, block: 0 },
      { type: 'text-delta', text: 'y', choice: 0, block: 0 },
      {
        type: 'text-end',
        citations: [{ url: 'https://a', title: 'A', start: 0, end: 3 }],
        choice: 0,
        block: 0,
      },
    ]);
  });

  it('uses the last signature, closes open blocks, and accepts the input of a start event', () => {
    const { choices } = collectResponse(
      decodeEvents(
        START,
        START,
        open(0, { type: 'thinking', thinking: '', signature: '' }),
        grow(0, { type: 'signature_delta', signature: 'a' }),
        grow(0, { type: 'signature_delta', signature: 'b' }),
        open(1, { type: 'tool_use', id: 't', name: 'f', input: { x: 1 } }),
        ending('end_turn'),
        STOP,
      ),
    );
    expect(choices[0]).toEqual({
      index: 0,
      content: [
        { type: 'reasoning', text: '', signature: { origin: 'anthropic-messages', value: 'b' } },
        { type: 'tool-call', id: 't', name: 'f', arguments: '{"x":1}' },
      ],
      finish: { kind: 'tool-calls', raw: 'end_turn' },
    });
  });

  it('replaces earlier usage instead of adding to it', () => {
    const parts = decodeEvents(START, ending('end_turn', { input_tokens: null, output_tokens: 9 }), STOP);
    expect(collectResponse(parts).usage).toMatchObject({ inputTokens: 3, outputTokens: 9 });
  });

  it('decodes the explanation of a refusal', () => {
    const delta = { stop_reason: 'refusal', stop_details: { type: 'refusal', explanation: 'Not this.' } };
    const { choices } = collectResponse(decodeEvents(START, { type: 'message_delta', delta }, STOP));
    expect(choices[0]?.content).toEqual([{ type: 'refusal', text: 'Not this.' }]);
  });

  it('is complete after the stop reason', () => {
    expect(decodeEvents(START, ending('end_turn')).map(({ type }) => type)).toContain('finish');
  });

  const overloaded = {
    type: 'error',
    error: { type: 'overloaded_error', message: 'Busy at https://inside.example' },
  };
  it.each<[string, string, JsonObject[]]>([
    ['upstream-interrupted', 'cut off', [START, open(0, { type: 'text', text: '' })]],
    ['upstream-interrupted', 'empty', []],
    ['upstream-interrupted', 'stopped without a reason', [START, STOP]],
    ['upstream-bad-response', 'begun in the middle', [open(0, { type: 'text', text: '' })]],
    [
      'upstream-bad-response',
      'with a delta of no block',
      [START, grow(0, { type: 'text_delta', text: 'a' })],
    ],
    ['upstream-overloaded', 'that reports overload', [START, overloaded]],
    [
      'upstream-error',
      'that reports a failure',
      [START, { type: 'error', error: { type: 'api_error', message: 'x' } }],
    ],
  ])('throws %s for a stream %s', (kind, _name, events) => {
    const error = thrownError(() => decodeEvents(...events));
    expect(error.kind).toBe(kind);
    expect(error.message).not.toContain('inside.example');
  });

  it('throws for an event that is not JSON', () => {
    const error = thrownError(() => decodeBytes([Buffer.from('event: message_start\ndata: {"type\n\n')]));
    expect(error.kind).toBe('upstream-bad-response');
  });
});

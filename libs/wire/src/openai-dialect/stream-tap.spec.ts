import { describe, expect, it } from '@jest/globals';
import { SseDecoder } from '#sse';
import * as fc from 'fast-check';
import { ChunkStreamTap } from './forwarded-request.js';

interface TapResult {
  output: string;
  tap: ChunkStreamTap;
}

function tapAll(chunks: readonly Uint8Array[], withoutUsageChunk: boolean): TapResult {
  const decoder = new SseDecoder();
  const tap = new ChunkStreamTap({ withoutUsageChunk, secrets: ['hunter2hunter2'] });
  const output = chunks
    .flatMap((chunk) => decoder.push(chunk))
    .map((block) => tap.push(block) ?? new Uint8Array());
  return { output: Buffer.concat(output).toString('utf8'), tap };
}

const tapText = (text: string, withoutUsageChunk = true): TapResult =>
  tapAll([Buffer.from(text)], withoutUsageChunk);
const event = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;
const DONE = 'data: [DONE]\n\n';

/** A chunk that reports the number of prompt tokens. */
const buildUsageChunk = (promptTokens: unknown): string =>
  event({ choices: [{ index: 0, delta: {} }], usage: { prompt_tokens: promptTokens, completion_tokens: 1 } });

describe('the tap on a stream of chunks', () => {
  it.each([
    { prompt_tokens_details: { cached_tokens: 7 } },
    { cached_tokens: 7 },
    { prompt_cache_hit_tokens: 7, prompt_cache_miss_tokens: 2 },
    { prompt_cache_hit_tokens: 1, prompt_tokens_details: { cached_tokens: 7 } },
  ])('finds the cached tokens in %j', (counts) => {
    const usage = { prompt_tokens: 9, completion_tokens: 1, ...counts };
    expect(tapText(event({ choices: [], usage })).tap.usage).toMatchObject({ cachedInputTokens: 7 });
  });

  it('finds the same usage, and forwards everything but its chunk, however the stream is split', () => {
    const count = fc.nat({ max: 1e9 });
    const stream = fc.record({
      words: fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 8 }),
      usage: fc.record({ prompt_tokens: count, completion_tokens: count }),
      comments: fc.boolean(),
      cuts: fc.array(fc.nat({ max: 2_000 }), { maxLength: 20 }),
      withoutUsageChunk: fc.boolean(),
    });
    fc.assert(
      fc.property(stream, ({ words, usage, comments, cuts, withoutUsageChunk }) => {
        const content = words.map((word) =>
          event({ choices: [{ index: 0, delta: { content: word } }], usage: null }),
        );
        const head = content.join(comments ? ': wait\r\n\r\n' : '');
        const usageChunk = event({ choices: [], usage });
        const bytes = Buffer.from(head + usageChunk + DONE);
        const { output, tap } = tapAll(cutAt(bytes, cuts), withoutUsageChunk);
        expect(output).toBe(head + (withoutUsageChunk ? '' : usageChunk) + DONE);
        expect(tap.usage).toMatchObject({
          inputTokens: usage.prompt_tokens,
          outputTokens: usage.completion_tokens,
        });
        expect(tap.isTerminated).toBe(true);
      }),
    );
  });

  it('ignores usage with impossible numbers', () => {
    const { tap } = tapText([3, 5, -5, 1e18, 1.5, null, 'many'].map(buildUsageChunk).join(''));
    expect(tap.usage).toMatchObject({ inputTokens: 5, outputTokens: 1 });
  });

  it('forwards a chunk without choices and without usage', () => {
    const filters = event({ choices: [], prompt_filter_results: [] });
    expect(tapText(filters).output).toBe(filters);
  });

  it('forwards usage in a chunk with choices', () => {
    const chunk = event({
      choices: [{ index: 0, delta: {} }],
      usage: { prompt_tokens: 1, completion_tokens: 2 },
    });
    expect(tapText(chunk).output).toBe(chunk);
  });

  it('distinguishes a complete response from an incomplete one', () => {
    expect(tapText(event({ choices: [{ index: 0, delta: {}, finish_reason: null }] })).tap.isComplete).toBe(
      false,
    );
    expect(tapText(event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })).tap.isComplete).toBe(
      true,
    );
    expect(tapText(DONE).tap.isComplete).toBe(true);
  });

  it.each([
    ['data: {"id":\n\n', 'upstream-bad-response'],
    ['data: 5\n\n', 'upstream-bad-response'],
    ['data: null\n\n', 'upstream-bad-response'],
    ['data: {"error":{"message":"Key hunter2hunter2 is dead."}}\n\n', 'upstream-error'],
    ['data: {"error":"overloaded"}\n\n', 'upstream-error'],
  ])('throws for %s: %s', (text, kind) => {
    expect(() => tapText(text)).toThrow(expect.objectContaining({ kind }));
    expect(() => tapText(text)).not.toThrow('hunter2hunter2');
  });
});

function cutAt(bytes: Buffer, cuts: readonly number[]): Uint8Array[] {
  const places = [
    0,
    ...cuts.map((cut) => Math.min(cut, bytes.length)).toSorted((a, b) => a - b),
    bytes.length,
  ];
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}

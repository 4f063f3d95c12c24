import { describe, expect, it } from '@jest/globals';
import { type ErrorKind, type Usage } from '#canonical';
import { countUsage } from './counts.js';
import { ReceivedOutput } from './received-output.js';

const SIZE = { inputTokens: 40 };

function received(...texts: string[]): ReceivedOutput {
  const output = new ReceivedOutput();
  for (const text of texts) output.note(JSON.stringify({ choices: [{ delta: { content: text } }] }));
  return output;
}

function whole(output: ReceivedOutput): ReceivedOutput {
  output.isWhole = true;
  return output;
}

const record = {
  channel: 'main',
  upstreamModel: 'm',
  plan: 'passthrough',
  reason: 'first',
  startedAfterMs: 0,
  durationMs: 1,
} as const;

describe('countUsage', () => {
  it.each<[string, 'ok' | ErrorKind, Usage | undefined, ReceivedOutput, object]>([
    [
      'a complete response: the reported usage',
      'ok',
      { inputTokens: 7, outputTokens: 3, cachedInputTokens: 5 },
      whole(received('a', 'b', 'c', 'd', 'e')),
      {
        counts: { inputTokens: 7, outputTokens: 3, cachedInputTokens: 5 },
        isEstimated: false,
        isBillable: true,
      },
    ],
    [
      'a complete response without usage: an estimate',
      'ok',
      undefined,
      whole(received('a', 'b')),
      { counts: { inputTokens: 40, outputTokens: 2 }, isEstimated: true, isBillable: true },
    ],
    [
      'a stream that was truncated after the final usage',
      'client-gone',
      { inputTokens: 7, outputTokens: 3 },
      whole(received('', 'a', 'b', 'c', '')),
      { counts: { inputTokens: 7, outputTokens: 3 }, isEstimated: false, isBillable: true },
    ],
    [
      'a stream that was truncated after a usage so far',
      'client-gone',
      { inputTokens: 7, outputTokens: 9 },
      received('a', 'b'),
      { counts: { inputTokens: 7, outputTokens: 9 }, isEstimated: true, isBillable: true },
    ],
    [
      'a stream that was truncated after an initial usage',
      'upstream-bad-response',
      { inputTokens: 7, outputTokens: 1 },
      received('a', 'b', 'c'),
      { counts: { inputTokens: 7, outputTokens: 3 }, isEstimated: true, isBillable: true },
    ],
    [
      'a stream that was truncated before its first text',
      'upstream-unreachable',
      undefined,
      received(''),
      { counts: { inputTokens: 40, outputTokens: 0 }, isEstimated: true, isBillable: true },
    ],
    [
      'a client that disconnected before the response: the upstream had the request',
      'client-gone',
      undefined,
      received(),
      { counts: { inputTokens: 40, outputTokens: 0 }, isEstimated: true, isBillable: true },
    ],
    [
      'an upstream that failed before it responded',
      'upstream-error',
      undefined,
      received(),
      { counts: {}, isEstimated: false, isBillable: false },
    ],
  ])('%s', (_case, outcome, usage, output, expected) => {
    expect(countUsage(outcome, { usage, received: output, record }, SIZE)).toEqual(expected);
  });

  it('counts several tokens for long events', () => {
    expect(received('x'.repeat(400), 'x'.repeat(400)).estimatedTokens).toBe(200);
    expect(received().estimatedTokens).toBe(0);
  });
});

import { describe, expect, it } from '@jest/globals';
import { type ErrorKind, type Usage } from '#canonical';
import { estimatedCounts } from './counts.js';
import { ReceivedAnswer } from './received-answer.js';

const SIZE = { inputTokens: 40 };

function received(...texts: string[]): ReceivedAnswer {
  const answer = new ReceivedAnswer();
  for (const text of texts) answer.note(JSON.stringify({ choices: [{ delta: { content: text } }] }));
  return answer;
}

function whole(answer: ReceivedAnswer): ReceivedAnswer {
  answer.isWhole = true;
  return answer;
}

const record = {
  channel: 'main',
  upstreamModel: 'm',
  plan: 'passthrough',
  reason: 'first',
  startedAfterMs: 0,
  durationMs: 1,
} as const;

describe('what a request used', () => {
  it.each<[string, 'ok' | ErrorKind, Usage | undefined, ReceivedAnswer, object]>([
    [
      'a whole answer: what the upstream said',
      'ok',
      { inputTokens: 7, outputTokens: 3, cachedInputTokens: 5 },
      whole(received('a', 'b', 'c', 'd', 'e')),
      { counts: { inputTokens: 7, outputTokens: 3, cachedInputTokens: 5 }, isEstimated: false, isUsed: true },
    ],
    [
      'a whole answer without a word about it: an estimate',
      'ok',
      undefined,
      whole(received('a', 'b')),
      { counts: { inputTokens: 40, outputTokens: 2 }, isEstimated: true, isUsed: true },
    ],
    [
      'a stream that was cut after what was used had been said',
      'client-gone',
      { inputTokens: 7, outputTokens: 3 },
      whole(received('', 'a', 'b', 'c', '')),
      { counts: { inputTokens: 7, outputTokens: 3 }, isEstimated: false, isUsed: true },
    ],
    [
      'a stream that was cut while the upstream said how much it was so far',
      'client-gone',
      { inputTokens: 7, outputTokens: 9 },
      received('a', 'b'),
      { counts: { inputTokens: 7, outputTokens: 9 }, isEstimated: true, isUsed: true },
    ],
    [
      'a stream that was cut after a first word about it only',
      'upstream-bad-response',
      { inputTokens: 7, outputTokens: 1 },
      received('a', 'b', 'c'),
      { counts: { inputTokens: 7, outputTokens: 3 }, isEstimated: true, isUsed: true },
    ],
    [
      'a stream that was cut before its first word',
      'upstream-unreachable',
      undefined,
      received(''),
      { counts: { inputTokens: 40, outputTokens: 0 }, isEstimated: true, isUsed: true },
    ],
    [
      'a client that left before the answer: the upstream had its request',
      'client-gone',
      undefined,
      received(),
      { counts: { inputTokens: 40, outputTokens: 0 }, isEstimated: true, isUsed: true },
    ],
    [
      'an upstream that failed before it said anything',
      'upstream-error',
      undefined,
      received(),
      { counts: {}, isEstimated: false, isUsed: false },
    ],
  ])('%s', (_case, outcome, usage, answer, expected) => {
    expect(estimatedCounts(outcome, { usage, received: answer, record }, SIZE)).toEqual(expected);
  });

  it('has long events hold several tokens', () => {
    expect(received('x'.repeat(400), 'x'.repeat(400)).estimatedTokens).toBe(200);
    expect(received().estimatedTokens).toBe(0);
  });
});

import type { Answer } from '../scenarios/answer.js';
import { jsonPieces } from '../scenarios/json-pieces.js';
import { wordsOf } from '../scenarios/words.js';
import { FINISH_REASONS, frameOf, toolCallsOf, usageOf } from './frame.js';
import type { ChatRequest } from './request.js';

const OPENING = { role: 'assistant', content: '', refusal: null };

/** The answer as a stream, word by word, without its [DONE]. */
export function chunksOf(request: ChatRequest, answer: Answer): object[] {
  const frame = chunkFrame(request);
  const deltas = [OPENING, ...contentDeltas(answer), ...toolCallDeltas(answer)];
  const chunks = [
    ...deltas.map((delta) => withChoice(frame, delta)),
    withChoice(frame, {}, FINISH_REASONS[answer.ending]),
  ];
  return request.includeUsage ? [...chunks, { ...frame, choices: [], usage: usageOf(answer.usage) }] : chunks;
}

/** The first `count` chunks of an answer so long that it is never finished. */
export function unfinishedChunksOf(request: ChatRequest, count: number): object[] {
  const frame = chunkFrame(request);
  const words = wordsOf(request.prompt.lastUserText);
  return Array.from({ length: count }, (_, index) => {
    if (index === 0) return withChoice(frame, OPENING);
    return withChoice(frame, { content: words[(index - 1) % words.length] ?? 'word ' });
  });
}

function contentDeltas({ reasoning, text, ending }: Answer): object[] {
  const key = ending === 'refusal' ? 'refusal' : 'content';
  return [
    ...wordsOf(reasoning).map((word) => ({ reasoning_content: word })),
    ...wordsOf(text).map((word) => ({ [key]: word })),
  ];
}

/** All calls begin before the first fragment of any, and the fragments take turns. */
function toolCallDeltas(answer: Answer): object[] {
  const calls = toolCallsOf(answer);
  const starts = calls.map(({ id, name }, index) => ({
    tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }],
  }));
  const fragments = calls.flatMap(({ json }, index) =>
    jsonPieces(json).map((piece, turn) => ({
      turn,
      delta: { tool_calls: [{ index, function: { arguments: piece } }] },
    })),
  );
  const inTurns = fragments.toSorted((left, right) => left.turn - right.turn);
  return [...starts, ...inTurns.map(({ delta }) => delta)];
}

function chunkFrame({ model, includeUsage }: ChatRequest): object {
  const frame = frameOf(model, 'chat.completion.chunk');
  return includeUsage ? { ...frame, usage: null } : frame;
}

function withChoice(frame: object, delta: object, finishReason: string | null = null): object {
  return { ...frame, choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }] };
}

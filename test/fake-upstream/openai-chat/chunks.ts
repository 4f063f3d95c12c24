import type { Answer } from '../scenarios/answer.js';
import { jsonChunks } from '../scenarios/json-chunks.js';
import { parseWords } from '../scenarios/words.js';
import { FINISH_REASONS, buildFrame, toToolCalls, toUsage } from './frame.js';
import type { ChatRequest } from './request.js';

const OPENING = { role: 'assistant', content: '', refusal: null };

/** The chunks of a streamed response, word by word, without its [DONE]. */
export function getChunks(request: ChatRequest, answer: Answer): object[] {
  const frame = chunkFrame(request);
  const deltas = [OPENING, ...contentDeltas(answer), ...toolCallDeltas(answer)];
  const chunks = [
    ...deltas.map((delta) => withChoice(frame, delta)),
    withChoice(frame, {}, FINISH_REASONS[answer.ending]),
  ];
  return request.includeUsage ? [...chunks, { ...frame, choices: [], usage: toUsage(answer.usage) }] : chunks;
}

/** The first `count` chunks of a response that never ends. */
export function buildUnfinishedChunks(request: ChatRequest, count: number): object[] {
  const frame = chunkFrame(request);
  const words = parseWords(request.prompt.lastUserText);
  return Array.from({ length: count }, (_, index) => {
    if (index === 0) return withChoice(frame, OPENING);
    return withChoice(frame, { content: words[(index - 1) % words.length] ?? 'word ' });
  });
}

function contentDeltas({ reasoning, text, ending }: Answer): object[] {
  const key = ending === 'refusal' ? 'refusal' : 'content';
  return [
    ...parseWords(reasoning).map((word) => ({ reasoning_content: word })),
    ...parseWords(text).map((word) => ({ [key]: word })),
  ];
}

/** All calls begin before the first fragment of any, and the fragments alternate. */
function toolCallDeltas(answer: Answer): object[] {
  const calls = toToolCalls(answer);
  const starts = calls.map(({ id, name }, index) => ({
    tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }],
  }));
  const fragments = calls.flatMap(({ json }, index) =>
    jsonChunks(json).map((chunk, turn) => ({
      turn,
      delta: { tool_calls: [{ index, function: { arguments: chunk } }] },
    })),
  );
  const inTurns = fragments.toSorted((left, right) => left.turn - right.turn);
  return [...starts, ...inTurns.map(({ delta }) => delta)];
}

function chunkFrame({ model, includeUsage }: ChatRequest): object {
  const frame = buildFrame(model, 'chat.completion.chunk');
  return includeUsage ? { ...frame, usage: null } : frame;
}

function withChoice(frame: object, delta: object, finishReason: string | null = null): object {
  return { ...frame, choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }] };
}

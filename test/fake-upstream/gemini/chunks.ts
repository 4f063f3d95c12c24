import type { Answer } from '../scenarios/answer.js';
import { parseWords } from '../scenarios/words.js';
import { blockedResponse, callParts, toEnd, buildIdentity, toUsage } from './response.js';
import { toSignature } from './thought-signature.js';

/** The chunks of a streamed response; each contains only what is new. */
export function getChunks(model: string, answer: Answer): object[] {
  if (answer.ending === 'refusal') return [blockedResponse(model, answer)];
  const identity = buildIdentity(model);
  const parts = toParts(answer);
  return parts.map((part, index) =>
    index === parts.length - 1
      ? buildChunk(identity, part, toEnd(answer), toUsage(answer))
      : buildChunk(identity, part, {}, toEarlyUsage(answer)),
  );
}

/** The first `count` chunks of a response that never ends. */
export function buildUnfinishedChunks(
  model: string,
  userText: string,
  answer: Answer,
  count: number,
): object[] {
  const identity = buildIdentity(model);
  const words = parseWords(userText);
  return Array.from({ length: count }, (_, index) =>
    buildChunk(identity, { text: words[index % words.length] ?? 'word ' }, {}, toEarlyUsage(answer)),
  );
}

/** The last chunk has no part if the response is empty, or if the filter has blocked it. */
function toParts(answer: Answer): (object | undefined)[] {
  const { reasoning, text, ending } = answer;
  const parts = [
    ...parseWords(reasoning).map((word) => ({ text: word, thought: true })),
    ...parseWords(text).map((word) => ({ text: word })),
    ...(reasoning && text ? [lateSignature(text)] : []),
    ...callParts(answer),
  ];
  return ending === 'filter' || parts.length === 0 ? [...parts, undefined] : parts;
}

function toEarlyUsage({ usage: { input } }: Answer): object {
  return { promptTokenCount: input, totalTokenCount: input };
}

/** The signature of a streamed text follows it, in a part without text. */
function lateSignature(text: string): object {
  return { text: '', thoughtSignature: toSignature(text) };
}

function buildChunk(identity: object, part: object | undefined, end: object, usageMetadata: object): object {
  const content = part && { content: { role: 'model', parts: [part] } };
  return { candidates: [{ ...content, ...end, index: 0 }], usageMetadata, ...identity };
}

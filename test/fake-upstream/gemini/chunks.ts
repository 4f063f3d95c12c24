import type { Answer } from '../scenarios/answer.js';
import { wordsOf } from '../scenarios/words.js';
import { blockedResponse, callParts, endOf, identityOf, usageOf } from './response.js';
import { signatureOf } from './thought-signature.js';

/** The answer as a stream; every chunk is a response that holds only what is new. */
export function chunksOf(model: string, answer: Answer): object[] {
  if (answer.ending === 'refusal') return [blockedResponse(model, answer)];
  const identity = identityOf(model);
  const parts = partsOf(answer);
  return parts.map((part, index) =>
    index === parts.length - 1
      ? chunkOf(identity, part, endOf(answer), usageOf(answer))
      : chunkOf(identity, part, {}, earlyUsageOf(answer)),
  );
}

/** The first `count` chunks of an answer so long that it is never finished. */
export function unfinishedChunksOf(model: string, userText: string, answer: Answer, count: number): object[] {
  const identity = identityOf(model);
  const words = wordsOf(userText);
  return Array.from({ length: count }, (_, index) =>
    chunkOf(identity, { text: words[index % words.length] ?? 'word ' }, {}, earlyUsageOf(answer)),
  );
}

/** The last chunk has no part when there was nothing to say, or when the filter has stopped it. */
function partsOf(answer: Answer): (object | undefined)[] {
  const { reasoning, text, ending } = answer;
  const parts = [
    ...wordsOf(reasoning).map((word) => ({ text: word, thought: true })),
    ...wordsOf(text).map((word) => ({ text: word })),
    ...(reasoning && text ? [lateSignature(text)] : []),
    ...callParts(answer),
  ];
  return ending === 'filter' || parts.length === 0 ? [...parts, undefined] : parts;
}

function earlyUsageOf({ usage: { input } }: Answer): object {
  return { promptTokenCount: input, totalTokenCount: input };
}

/** The signature of a text that is streamed comes after it, on a part without text. */
function lateSignature(text: string): object {
  return { text: '', thoughtSignature: signatureOf(text) };
}

function chunkOf(identity: object, part: object | undefined, end: object, usageMetadata: object): object {
  const content = part && { content: { role: 'model', parts: [part] } };
  return { candidates: [{ ...content, ...end, index: 0 }], usageMetadata, ...identity };
}

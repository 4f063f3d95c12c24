import { randomBytes } from 'node:crypto';
import type { Answer, FinishReason } from '../scenarios/answer.js';
import { toSignature } from './thought-signature.js';

const FINISH_REASONS: Readonly<Record<FinishReason, string>> = {
  stop: 'STOP',
  'tool-calls': 'STOP',
  length: 'MAX_TOKENS',
  filter: 'SAFETY',
  refusal: 'PROHIBITED_CONTENT',
};

/** Members at the end of every response and every chunk. */
export function buildIdentity(model: string): object {
  return { modelVersion: model, responseId: randomBytes(12).toString('base64url') };
}

/** A response without streaming. */
export function buildResponse(model: string, answer: Answer): object {
  if (answer.ending === 'refusal') return blockedResponse(model, answer);
  const { reasoning, text } = answer;
  const parts = [
    ...(reasoning ? [{ text: reasoning, thought: true }] : []),
    ...(text ? [{ text, ...(reasoning && { thoughtSignature: toSignature(text) }) }] : []),
    ...callParts(answer),
  ];
  return {
    candidates: [{ content: { role: 'model', parts }, ...toEnd(answer), index: 0 }],
    usageMetadata: toUsage(answer),
    ...buildIdentity(model),
  };
}

/** A prompt that the service blocks gets no candidate. */
export function blockedResponse(model: string, { usage: { input } }: Answer): object {
  return {
    promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
    usageMetadata: { promptTokenCount: input, totalTokenCount: input },
    ...buildIdentity(model),
  };
}

/** Only parallel calls have ids here, and only the first of a turn has a signature. */
export function callParts({ toolCalls }: Answer): object[] {
  return toolCalls.map(({ name, arguments: args }, index) => ({
    functionCall: { ...(toolCalls.length > 1 && { id: randomBytes(8).toString('hex') }), name, args },
    ...(index === 0 && { thoughtSignature: toSignature([name, args]) }),
  }));
}

export function toEnd({ ending }: Answer): object {
  const category = 'HARM_CATEGORY_DANGEROUS_CONTENT';
  return {
    finishReason: FINISH_REASONS[ending],
    ...(ending === 'filter' && { safetyRatings: [{ category, probability: 'HIGH', blocked: true }] }),
  };
}

/** Here thoughts are counted separately from the candidates. */
export function toUsage({ usage: { input, cached, output, reasoning } }: Answer): object {
  return {
    promptTokenCount: input,
    candidatesTokenCount: output - reasoning,
    totalTokenCount: input + output,
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: input }],
    ...(reasoning > 0 && { thoughtsTokenCount: reasoning }),
    ...(cached > 0 && {
      cachedContentTokenCount: cached,
      cacheTokensDetails: [{ modality: 'TEXT', tokenCount: cached }],
    }),
  };
}

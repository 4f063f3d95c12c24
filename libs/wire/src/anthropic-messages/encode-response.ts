import { type ChatResponse, type FinishReason, type JsonObject } from '#canonical';
import { type AnswerContext } from '../chat-codec.js';
import { encodeAnswerPart } from './encode-answer.js';
import { encodeFinish } from './finish-reason.js';
import { messageHead } from './message-head.js';
import { encodeGivenTier } from './service-tier.js';
import { encodeUsage } from './usage.js';

const BLOCKED: FinishReason = { kind: 'content-filter' };

/** A message holds one answer: the first. */
export function encodeResponse(response: ChatResponse, context: AnswerContext): JsonObject {
  const choice = response.choices.find(({ index }) => index === 0);
  const parts = choice?.content ?? [];
  const finish = choice?.finish ?? BLOCKED;
  const has = (type: string): boolean => parts.some((part) => part.type === type);
  return {
    ...messageHead(response.id, context),
    content: parts.flatMap((part) => encodeAnswerPart(part, finish.kind === 'length')),
    ...encodeFinish(finish, { hasCalls: has('tool-call'), hasRefusal: has('refusal') }),
    container: null,
    usage: { ...encodeUsage(response.usage), service_tier: encodeGivenTier(response.serviceTier) },
  };
}

import { type ChatRequest, type JsonObject } from '#canonical';
import { definedMembers } from './defined-members.js';

/** The inverse of `decodeSampling`. */
export function encodeSampling(request: ChatRequest): JsonObject {
  return definedMembers({
    temperature: request.temperature,
    top_p: request.topP,
    presence_penalty: request.presencePenalty,
    frequency_penalty: request.frequencyPenalty,
    seed: request.seed,
    stop: request.stopSequences,
    n: request.choiceCount,
    user: request.userId,
  });
}

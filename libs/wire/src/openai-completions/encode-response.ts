import { type AssistantPart, type ChatResponse, type Choice, type JsonObject } from '#canonical';
import { type AnswerContext } from '../chat-codec.js';
import { answerHead } from '../openai-dialect/answer-head.js';
import { encodeUsage } from '../openai-dialect/usage.js';
import { encodeFinish } from './finish-reason.js';

/** What a choice is where the prompt itself was blocked. */
const BLOCKED: Choice = { index: 0, content: [], finish: { kind: 'content-filter' } };

export function encodeResponse(response: ChatResponse, { requestId }: AnswerContext): JsonObject {
  const choices = response.choices.length === 0 ? [BLOCKED] : response.choices;
  return {
    ...answerHead(response, { prefix: 'cmpl-', requestId }),
    object: 'text_completion',
    choices: choices.map(({ index, content, finish }) => ({
      index,
      text: content.map(spokenText).join(''),
      logprobs: null,
      finish_reason: encodeFinish(finish),
    })),
    ...(response.usage === undefined ? {} : { usage: encodeUsage(response.usage) }),
  };
}

/** A completion is plain text: there is no place for reasoning, and nobody offered tools. */
function spokenText(part: AssistantPart): string {
  return part.type === 'text' || part.type === 'refusal' ? part.text : '';
}

import { type ChatResponse, type Choice, type JsonObject } from '#canonical';
import { encodeGrounding } from './citations.js';
import { EMPTY_TEXT, encodeAnswerPart } from './encode-answer-part.js';
import { encodeFinishReason } from './finish-reason.js';
import { encodeLogprobs } from './logprobs.js';
import { encodeBlockReason } from './prompt-block.js';
import { encodeUsage } from './usage.js';

export function encodeResponse(response: ChatResponse): JsonObject {
  const { promptBlock, usage, choices } = response;
  return {
    ...(promptBlock ? { promptFeedback: { blockReason: encodeBlockReason(promptBlock.reason) } } : {}),
    ...(promptBlock && choices.length === 0 ? {} : { candidates: choices.map(encodeChoice) }),
    ...(usage ? { usageMetadata: encodeUsage(usage) } : {}),
    ...encodeHead(response),
  };
}

/** What every chunk of an answer says of the whole. */
export function encodeHead({
  id,
  model,
  createdAtSeconds,
}: Pick<ChatResponse, 'id' | 'model' | 'createdAtSeconds'>): JsonObject {
  return {
    modelVersion: model,
    ...(createdAtSeconds > 0 ? { createTime: new Date(createdAtSeconds * 1000).toISOString() } : {}),
    responseId: id,
  };
}

function encodeChoice({ index, content, finish, logprobs }: Choice): JsonObject {
  const encoded = content.map(encodeAnswerPart);
  const parts = encoded.filter((part) => part !== undefined);
  const cited = content.find((part) => part.type === 'text' && part.citations !== undefined);
  return {
    content: { role: 'model', parts: parts.length > 0 ? parts : [EMPTY_TEXT] },
    finishReason: encodeFinishReason(finish, parts.length < encoded.length),
    index,
    ...(cited?.type === 'text'
      ? { groundingMetadata: encodeGrounding(cited.citations ?? [], cited.text) }
      : {}),
    ...(logprobs ? { logprobsResult: encodeLogprobs(logprobs) } : {}),
  };
}

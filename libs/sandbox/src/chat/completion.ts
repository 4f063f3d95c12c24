import { createHash } from 'node:crypto';
import { type SandboxAnswer } from './answer.js';
import { type SandboxChatRequest } from './request.js';

/** The sandbox lives outside of time, so that equal requests get equal answers. */
const CREATED = 1_767_225_600;

export function envelope(request: SandboxChatRequest, object: string): object {
  const digest = createHash('sha256').update(JSON.stringify(request.messages)).digest('hex');
  return { id: `chatcmpl-sandbox-${digest.slice(0, 24)}`, object, created: CREATED, model: request.model };
}

export function usageObject({ usage }: SandboxAnswer): object {
  return {
    prompt_tokens: usage.promptTokens,
    completion_tokens: usage.completionTokens,
    total_tokens: usage.promptTokens + usage.completionTokens,
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens, audio_tokens: 0 },
  };
}

export function chatCompletion(request: SandboxChatRequest, answer: SandboxAnswer): object {
  const message = messageObject(answer);
  const choices = Array.from({ length: request.choiceCount }, (_, index) => ({
    index,
    message,
    finish_reason: answer.finishReason,
    logprobs: null,
  }));
  return { ...envelope(request, 'chat.completion'), choices, usage: usageObject(answer) };
}

function messageObject({ text, refusal, reasoning, toolCalls }: SandboxAnswer): object {
  const calls = toolCalls.map(({ id, name, arguments: json }) => ({
    id,
    type: 'function',
    function: { name, arguments: json },
  }));
  return {
    role: 'assistant',
    content: text ?? null,
    refusal: refusal ?? null,
    ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

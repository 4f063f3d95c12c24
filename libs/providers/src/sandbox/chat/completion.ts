import { createHash } from 'node:crypto';
import { type SandboxAnswer } from './answer.js';
import { type SandboxChatRequest } from './request.js';

/** The sandbox lives outside of time, so that equal requests get equal answers. */
const CREATED = 1_767_225_600;

function completionId({ messages }: SandboxChatRequest): string {
  const digest = createHash('sha256').update(JSON.stringify(messages)).digest('hex');
  return `chatcmpl-sandbox-${digest.slice(0, 24)}`;
}

export function usageObject({ promptTokens, completionTokens }: SandboxAnswer): object {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
  };
}

export function envelope(request: SandboxChatRequest, object: string): object {
  return { id: completionId(request), object, created: CREATED, model: request.model };
}

export function chatCompletion(request: SandboxChatRequest, answer: SandboxAnswer): object {
  const message = { role: 'assistant', content: answer.text, refusal: null };
  return {
    ...envelope(request, 'chat.completion'),
    choices: [{ index: 0, message, finish_reason: 'stop', logprobs: null }],
    usage: usageObject(answer),
  };
}

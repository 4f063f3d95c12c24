import { newId, unixSeconds } from '../openai/identifiers.js';
import type { Answer, FinishReason } from '../scenarios/answer.js';
import type { TokenUsage } from '../scenarios/token-usage.js';

/** The common members of a completion and its chunks. */
export function buildFrame(model: string, object: string): object {
  return {
    id: newId('chatcmpl-'),
    object,
    created: unixSeconds(),
    model,
    service_tier: 'default',
    system_fingerprint: 'fp_0123456789',
  };
}

export const FINISH_REASONS: Readonly<Record<FinishReason, string>> = {
  stop: 'stop',
  'tool-calls': 'tool_calls',
  length: 'length',
  filter: 'content_filter',
  refusal: 'stop',
};

export function toToolCalls({ toolCalls }: Answer): { id: string; name: string; json: string }[] {
  return toolCalls.map(({ name, arguments: values }) => ({
    id: newId('call_'),
    name,
    json: JSON.stringify(values),
  }));
}

export function toUsage({ input, cached, output, reasoning }: TokenUsage): object {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: reasoning,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}

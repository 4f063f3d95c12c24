import { asFields, type Fields } from '../fields.js';
import { newId, unixSeconds } from '../openai/identifiers.js';
import type { Answer } from '../scenarios/answer.js';
import type { TokenUsage } from '../scenarios/token-usage.js';
import type { OutputItem } from './output-items.js';

export interface ResponseObject {
  id: string;
  status: string;
  [field: string]: unknown;
}

const INCOMPLETE_REASONS: Readonly<Record<string, string>> = {
  length: 'max_output_tokens',
  filter: 'content_filter',
};

/** A response before it has output. */
export function startedResponse(fields: Fields): ResponseObject {
  const reasoning = asFields(fields.reasoning);
  return {
    id: newId('resp_'),
    object: 'response',
    created_at: unixSeconds(),
    completed_at: null,
    status: 'in_progress',
    background: false,
    error: null,
    incomplete_details: null,
    instructions: fields.instructions ?? null,
    max_output_tokens: fields.max_output_tokens ?? null,
    max_tool_calls: null,
    model: fields.model,
    output: [],
    parallel_tool_calls: fields.parallel_tool_calls ?? true,
    previous_response_id: fields.previous_response_id ?? null,
    reasoning: { effort: reasoning.effort ?? null, summary: reasoning.summary ?? null },
    service_tier: 'default',
    store: fields.store ?? true,
    temperature: fields.temperature ?? 1,
    text: fields.text ?? { format: { type: 'text' } },
    tool_choice: fields.tool_choice ?? 'auto',
    tools: fields.tools ?? [],
    top_logprobs: 0,
    top_p: fields.top_p ?? 1,
    truncation: fields.truncation ?? 'disabled',
    usage: null,
    user: null,
    metadata: fields.metadata ?? {},
  };
}

export function finishedResponse(
  started: ResponseObject,
  answer: Answer,
  output: readonly OutputItem[],
): ResponseObject {
  const reason = INCOMPLETE_REASONS[answer.ending];
  return {
    ...started,
    status: reason ? 'incomplete' : 'completed',
    completed_at: reason ? null : unixSeconds(),
    incomplete_details: reason ? { reason } : null,
    output,
    usage: toUsage(answer.usage),
  };
}

function toUsage({ input, cached, output, reasoning }: TokenUsage): object {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cached, cache_write_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + output,
  };
}

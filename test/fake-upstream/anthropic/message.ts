import { randomBytes } from 'node:crypto';
import type { Answer, FinishReason } from '../scenarios/answer.js';
import type { TokenUsage } from '../scenarios/token-usage.js';
import type { MessagesRequest } from './request.js';
import { toSignature } from './signature.js';

export type Block =
  | { type: 'thinking'; thinking: string; signature: string }
  | { type: 'text'; text: string }
  | { type: 'tool_use'; id: string; name: string; input: object; caller: { type: 'direct' } };

const STOP_REASONS: Readonly<Record<FinishReason, string>> = {
  stop: 'end_turn',
  'tool-calls': 'tool_use',
  length: 'max_tokens',
  filter: 'refusal',
  refusal: 'refusal',
};

export function toBlocks({ reasoning, text, toolCalls }: Answer, omitsThoughts: boolean): Block[] {
  const thinking = omitsThoughts ? '' : reasoning;
  const thought: Block = { type: 'thinking', thinking, signature: toSignature(thinking) };
  const calls = toolCalls.map((call): Block => ({
    type: 'tool_use',
    id: `toolu_${randomBytes(12).toString('hex')}`,
    name: call.name,
    input: call.arguments,
    caller: { type: 'direct' },
  }));
  return [...(reasoning ? [thought] : []), ...(text ? [{ type: 'text' as const, text }] : []), ...calls];
}

/** The message of a response without streaming. */
export function buildMessage({ model, omitsThoughts }: MessagesRequest, answer: Answer): object {
  return {
    ...emptyMessage(model),
    content: toBlocks(answer, omitsThoughts),
    ...toStop(answer),
    usage: toUsage(answer.usage),
  };
}

/** The message before it has content. */
export function emptyMessage(model: string): object {
  return {
    id: `msg_${randomBytes(12).toString('hex')}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    stop_details: null,
    container: null,
    diagnostics: null,
  };
}

export function toStop({ ending }: Answer): object {
  const reason = STOP_REASONS[ending];
  const category = ending === 'filter' ? 'general_harms' : null;
  return {
    stop_reason: reason,
    stop_sequence: null,
    stop_details: reason === 'refusal' ? { type: 'refusal', category, explanation: null } : null,
  };
}

/** Here `input_tokens` does not include cached tokens. */
export function toUsage({ input, cached, output, reasoning }: TokenUsage): object {
  return {
    input_tokens: input - cached,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cached,
    cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
    output_tokens: output,
    output_tokens_details: reasoning > 0 ? { thinking_tokens: reasoning } : null,
    server_tool_use: null,
    service_tier: 'standard',
    speed: 'standard',
    inference_geo: null,
  };
}

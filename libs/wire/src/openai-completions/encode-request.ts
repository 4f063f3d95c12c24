import {
  type ChatRequest,
  type JsonObject,
  type RequestField,
  type Translated,
  type Warning,
} from '#canonical';
import { definedMembers } from '../openai-dialect/defined-members.js';
import { encodeSampling } from '../openai-dialect/encode-sampling.js';
import { unsupported } from '../openai-dialect/faults.js';

/** Options that only shape the answer, and have no member here. */
const LOST_FIELDS = [
  'topK',
  'reasoning',
  'verbosity',
  'metadata',
  'serviceTier',
  'promptCacheKey',
] as const satisfies RequestField[];

export function encodeRequest(request: ChatRequest, upstreamModel: string): Translated<JsonObject> {
  refuseWhatTextCannotDo(request);
  const value: JsonObject = {
    model: upstreamModel,
    prompt: encodePrompt(request),
    ...(request.isStreamed ? { stream: true, stream_options: { include_usage: true } } : {}),
    ...encodeSampling(request),
    ...definedMembers({ max_tokens: request.maxOutputTokens }),
  };
  const warnings: Warning[] = LOST_FIELDS.filter((field) => request[field] !== undefined).map((field) => ({
    field,
    reason: 'completions of plain text have no such parameter',
  }));
  return { value, warnings };
}

function refuseWhatTextCannotDo({ tools = [], outputFormat, logprobs }: ChatRequest): void {
  const problem = 'is not offered for this model, which completes plain text';
  if (tools.length > 0) throw unsupported('tools', problem);
  if (outputFormat !== undefined) throw unsupported('outputFormat', problem);
  if (logprobs !== undefined) throw unsupported('logprobs', problem);
}

/** A conversation has no one spelling as a prompt; only what a user says alone is one as it is. */
function encodePrompt({ messages }: ChatRequest): string {
  const [only, ...others] = messages;
  if (only?.role !== 'user' || others.length > 0) {
    throw unsupported(
      'messages',
      'must be a single message of the user for this model, which completes text',
    );
  }
  return only.content
    .map((part) => {
      if (part.type !== 'text')
        throw unsupported('messages', `holds ${part.type}, and this model reads text only`);
      return part.text;
    })
    .join('\n\n');
}

import {
  type ChatRequest,
  GatewayError,
  type JsonObject,
  type OutputFormat,
  type Translated,
  type Warning,
} from '#canonical';
import { encodeSampling } from '../openai-dialect/sampling.js';
import { type EncodeOptions } from '../chat-codec.js';
import { type ModelRule } from '../model-rules/model-rule.js';
import { encodeMessages } from './encode-messages.js';
import { encodeReasoning } from './encode-reasoning.js';
import { encodeTools } from './tools.js';
import { definedMembers } from '../validation/json-values.js';

const SERVICE_TIERS = ['auto', 'default', 'flex', 'scale', 'priority', 'fast'];

export function encodeRequest(
  request: ChatRequest,
  upstreamModel: string,
  { rule, habits = {} }: EncodeOptions = {},
): Translated<JsonObject> {
  const warnings: Warning[] = [];
  const value: JsonObject = {
    model: upstreamModel,
    messages: encodeMessages(request.messages, warnings),
    ...(request.isStreamed ? { stream: true, stream_options: { include_usage: true } } : {}),
    ...encodeSampling(request),
    ...encodeTools(request),
    ...encodeLogprobs(request),
    ...definedMembers({
      [habits.limit ?? 'max_completion_tokens']: request.maxOutputTokens,
      response_format: encodeOutputFormat(request.outputFormat),
      ...encodeReasoning(request, habits, warnings),
      verbosity: request.verbosity,
      metadata: request.metadata,
      service_tier: encodeServiceTier(request, warnings),
      prompt_cache_key: request.promptCacheKey,
    }),
    ...habits.add,
  };
  warnOfLostSearch(request, warnings);
  if (request.topK !== undefined) {
    warnings.push({ field: 'topK', reason: 'the provider does not support top_k' });
  }
  return { value: renameMembers(value, rule), warnings };
}

/** Some servers of this format refuse the newest names of members. */
function renameMembers(body: JsonObject, { renames }: ModelRule = {}): JsonObject {
  if (renames === undefined) return body;
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [renames[key] ?? key, value]));
}

function warnOfLostSearch({ webSearch }: ChatRequest, warnings: Warning[]): void {
  if (webSearch === undefined) return;
  const reason = 'the provider does not support web search';
  if (webSearch.isRequired) {
    throw new GatewayError('unsupported-parameter', 'The provider does not support web search.', {
      param: 'toolChoice',
    });
  }
  warnings.push({ field: 'webSearch', reason });
}

function encodeLogprobs({ logprobs }: ChatRequest): JsonObject {
  return logprobs === undefined ? {} : { logprobs: true, top_logprobs: logprobs };
}

function encodeOutputFormat(format: OutputFormat | undefined): JsonObject | undefined {
  if (format === undefined) return undefined;
  if (format.type === 'json') return { type: 'json_object' };
  const { name = 'response', description, schema, strict } = format;
  return { type: 'json_schema', json_schema: definedMembers({ name, description, schema, strict }) };
}

function encodeServiceTier({ serviceTier }: ChatRequest, warnings: Warning[]): string | undefined {
  if (serviceTier === undefined || SERVICE_TIERS.includes(serviceTier)) return serviceTier;
  warnings.push({ field: 'serviceTier', reason: 'the provider does not have this service tier' });
  return undefined;
}

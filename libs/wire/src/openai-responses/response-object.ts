import {
  type ChatRequest,
  type GatewayError,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#canonical';
import { type EncodingContext } from '../chat-codec.js';
import { toResponseId } from './item-ids.js';

/** The parts of the request that a response repeats. */
export type ResponseContext = Pick<EncodingContext, 'body' | 'requestId'> & {
  request: Pick<ChatRequest, 'model'>;
};

/** A response without output. It repeats the settings of its request, with defaults. */
export function createResponseObject(
  { request, body, requestId }: ResponseContext,
  { createdAtSeconds, serviceTier }: { createdAtSeconds: number; serviceTier?: string },
): JsonObject {
  return {
    ...EMPTY_RESPONSE,
    ...toSettings(body),
    id: toResponseId(requestId),
    created_at: createdAtSeconds,
    model: request.model,
    reasoning: buildMember(body, 'reasoning', { effort: null, summary: null }),
    text: buildMember(body, 'text', { format: { type: 'text' } }),
    service_tier: serviceTier ?? null,
  };
}

/** Contains every key, because some clients require them. */
const EMPTY_RESPONSE: JsonObject = {
  id: '',
  object: 'response',
  created_at: 0,
  completed_at: null,
  status: 'in_progress',
  background: false,
  conversation: null,
  error: null,
  incomplete_details: null,
  instructions: null,
  max_output_tokens: null,
  max_tool_calls: null,
  model: '',
  output: [],
  parallel_tool_calls: true,
  previous_response_id: null,
  prompt: null,
  prompt_cache_key: null,
  reasoning: { effort: null, summary: null },
  safety_identifier: null,
  service_tier: null,
  store: true,
  temperature: null,
  text: { format: { type: 'text' } },
  tool_choice: 'auto',
  tools: [],
  top_logprobs: 0,
  top_p: null,
  truncation: 'disabled',
  usage: null,
  user: null,
  metadata: {},
};

const REPEATED_SETTINGS = [
  'instructions',
  'max_output_tokens',
  'max_tool_calls',
  'parallel_tool_calls',
  'previous_response_id',
  'prompt_cache_key',
  'safety_identifier',
  'store',
  'temperature',
  'tool_choice',
  'tools',
  'top_logprobs',
  'top_p',
  'truncation',
  'user',
  'metadata',
] as const;

/** Error codes that agents react to: they shorten a conversation that is too long. */
const CLIENT_CODES: ReadonlySet<string | undefined> = new Set(['context_length_exceeded']);

/** A failed response with what is known of it. */
export function failResponse(response: JsonObject, error: GatewayError): JsonObject {
  const { code, message } = error;
  const described = CLIENT_CODES.has(code)
    ? { code: code ?? null, message, type: 'invalid_request_error', param: null }
    : { code: 'server_error', message, type: 'server_error', param: null };
  return { ...EMPTY_RESPONSE, ...response, status: 'failed', error: described };
}

function toSettings(body: JsonObject): JsonObject {
  const settings = REPEATED_SETTINGS.flatMap((key): [string, JsonValue][] => {
    const value = body[key];
    return value === undefined || value === null ? [] : [[key, value]];
  });
  return Object.fromEntries(settings);
}

function buildMember(body: JsonObject, key: string, defaults: JsonObject): JsonObject {
  const member = body[key];
  const entries = isJsonObject(member) ? Object.entries(member).filter(([, value]) => value !== null) : [];
  return { ...defaults, ...Object.fromEntries(entries) };
}

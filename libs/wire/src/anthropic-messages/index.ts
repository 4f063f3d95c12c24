import { GatewayError, type RequestField, type Usage } from '#canonical';
import { readJsonResponse } from '#json-scan';
import { encodeSseEvent } from '#sse';
import { type ChatEgress, type ChatIngress } from '../chat-codec.js';
import { encodeError } from '../errors/encode-error.js';
import { type PassthroughFormat } from '../wire-format.js';
import { decodeRequest } from './decode-request.js';
import { decodeResponse } from './decode-response.js';
import { MessageStreamDecoder } from './decode-stream.js';
import { encodeEvent } from './events.js';
import { encodeRequest } from './encode-request.js';
import { encodeResponse } from './encode-response.js';
import { MessageStreamEncoder } from './encode-stream.js';
import { ForwardedMessagesRequest } from './forwarded-request.js';
import { decodeUsage } from './usage.js';

export { anthropicMessagesTokenCounter } from './count-tokens.js';

/**
 * The parameters of this format by canonical field. Clients of this format can never send the fields that it lacks.
 */
const FIELD_NAMES: Readonly<Record<RequestField, string>> = {
  tools: 'tools',
  webSearch: 'tools',
  toolChoice: 'tool_choice',
  allowsParallelCalls: 'tool_choice.disable_parallel_tool_use',
  outputFormat: 'output_config.format',
  maxOutputTokens: 'max_tokens',
  temperature: 'temperature',
  topP: 'top_p',
  topK: 'top_k',
  presencePenalty: 'presence_penalty',
  frequencyPenalty: 'frequency_penalty',
  seed: 'seed',
  stopSequences: 'stop_sequences',
  choiceCount: 'n',
  logprobs: 'logprobs',
  reasoning: 'thinking',
  verbosity: 'verbosity',
  userId: 'metadata.user_id',
  metadata: 'metadata',
  serviceTier: 'service_tier',
  promptCacheKey: 'prompt_cache_key',
};

const HEADER_PREFIX = 'anthropic-';

/** They name a part of the account that a key belongs to. The upstream key is not the client's. */
const ACCOUNT_HEADERS = new Set(['anthropic-workspace-id', 'anthropic-user-profile-id']);

/** `POST /v1/messages` for requests that are forwarded unchanged. */
export const anthropicMessages: PassthroughFormat = {
  dialect: 'anthropic',
  readRequest: (body) => ForwardedMessagesRequest.read(body),
  readResponse,
  encodeStreamError,
  keepAlive: encodeEvent('ping'),
  forwardsHeader: (name) => name.startsWith(HEADER_PREFIX) && !ACCOUNT_HEADERS.has(name),
};

export const anthropicMessagesIngress: ChatIngress = {
  decodeRequest,
  encodeResponse,
  createStreamEncoder: (context) => new MessageStreamEncoder(context),
  fieldNames: FIELD_NAMES,
};

export const anthropicMessagesEgress: ChatEgress = {
  encodeRequest,
  decodeResponse,
  createStreamDecoder: () => new MessageStreamDecoder(),
};

function encodeStreamError(error: GatewayError, requestId = ''): string {
  return encodeSseEvent({
    event: 'error',
    data: JSON.stringify(encodeError(error, 'anthropic', requestId).body),
  });
}

/** Checks a complete response that is forwarded, and reads its usage. */
function readResponse(body: Uint8Array): { usage: Usage | undefined } {
  const response = readJsonResponse(body);
  if (!response?.has('content', 'array')) {
    throw new GatewayError(
      'upstream-bad-response',
      'The provider returned a response that could not be parsed.',
    );
  }
  return { usage: decodeUsage(response.value('usage')) };
}

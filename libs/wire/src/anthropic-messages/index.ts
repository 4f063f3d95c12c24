import { GatewayError, type RequestField, type Usage } from '#canonical';
import { encodeSseEvent } from '#sse';
import { type ChatEgress, type ChatIngress } from '../chat-codec.js';
import { encodeError } from '../errors/encode-error.js';
import { type PassthroughFormat } from '../wire-format.js';
import { readJsonAnswer } from '../json-scan/json-answer.js';
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

/** What a client of this format calls each field of the hub. Those without a name of its own it can never send. */
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

/** They name a part of the account that a key belongs to; the key here is not the client's. */
const OF_ACCOUNT = new Set(['anthropic-workspace-id', 'anthropic-user-profile-id']);

/** `POST /v1/messages`, where the request goes on as it came. */
export const anthropicMessages: PassthroughFormat = {
  dialect: 'anthropic',
  readRequest: (body) => ForwardedMessagesRequest.read(body),
  readResponse,
  encodeStreamError,
  keepAlive: encodeEvent('ping'),
  forwardsHeader: (name) => name.startsWith(HEADER_PREFIX) && !OF_ACCOUNT.has(name),
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

/** A whole answer on its way through: its usage is all that is wanted, but it has to be an answer. */
function readResponse(body: Uint8Array): { usage: Usage | undefined } {
  const response = readJsonAnswer(body);
  if (!response?.has('content', 'array')) {
    throw new GatewayError('upstream-bad-response', 'The model service sent an answer that cannot be read.');
  }
  return { usage: decodeUsage(response.value('usage')) };
}

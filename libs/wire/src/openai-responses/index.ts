import { GatewayError, type JsonObject, type RequestField, type Usage } from '#canonical';
import { JsonDocument, readJsonResponse } from '#json-scan';
import { SSE_KEEP_ALIVE } from '#sse';
import { type ChatEgress, type ChatIngress } from '../chat-codec.js';
import { type PassthroughFormat } from '../wire-format.js';
import { decodeRequest } from './decode-request.js';
import { ResponseDecoder, decodeResponse } from './decode-stream.js';
import { encodeRequest } from './encode-request.js';
import { ForwardedResponsesRequest, encodeFailure } from './forwarded-request.js';
import { failResponse } from './response-object.js';
import { createStreamEncoder, encodeResponse } from './response-writer.js';
import { getToolItems } from './tool-catalog.js';
import { mayHaveToolUse, readUsage } from './usage.js';

export { openAiResponsesTokenCounter } from './count-tokens.js';

/** The parameters of this format by canonical field. Fields that it lacks have the names of the chat format. */
const FIELD_NAMES: Readonly<Record<RequestField, string>> = {
  tools: 'tools',
  webSearch: 'tools',
  toolChoice: 'tool_choice',
  allowsParallelCalls: 'parallel_tool_calls',
  outputFormat: 'text.format',
  maxOutputTokens: 'max_output_tokens',
  temperature: 'temperature',
  topP: 'top_p',
  topK: 'top_k',
  presencePenalty: 'presence_penalty',
  frequencyPenalty: 'frequency_penalty',
  seed: 'seed',
  stopSequences: 'stop',
  choiceCount: 'n',
  logprobs: 'top_logprobs',
  reasoning: 'reasoning',
  verbosity: 'text.verbosity',
  userId: 'user',
  metadata: 'metadata',
  serviceTier: 'service_tier',
  promptCacheKey: 'prompt_cache_key',
};

/** `POST /v1/responses` for requests that are forwarded unchanged. */
export const openAiResponses: PassthroughFormat = {
  dialect: 'openai',
  readRequest: (body) => ForwardedResponsesRequest.read(JsonDocument.scan(body)),
  readResponse,
  /** For a stream without state. The tap and the encoder have more of the response, and end it with `fail`. */
  encodeStreamError: (error) => encodeFailure(failResponse({}, error), 0),
  keepAlive: SSE_KEEP_ALIVE,
};

export const openAiResponsesIngress: ChatIngress = {
  decodeRequest: (body) => decodeRequest(body),
  getSettings,
  encodeResponse,
  createStreamEncoder,
  fieldNames: FIELD_NAMES,
};

export const openAiResponsesEgress: ChatEgress = {
  encodeRequest,
  decodeResponse,
  createStreamDecoder: () => new ResponseDecoder(),
};

/** The conversation may contain tools too, which the names of their calls depend on. */
function getSettings({ input, ...settings }: JsonObject): JsonObject {
  const toolItems = getToolItems(input);
  return toolItems.length === 0 ? settings : { ...settings, input: toolItems };
}

/** Checks a complete response that is forwarded, and reads its usage. */
function readResponse(body: Uint8Array): { usage: Usage | undefined } {
  const response = readJsonResponse(body);
  if (!response?.has('output', 'array')) {
    throw new GatewayError(
      'upstream-bad-response',
      'The provider returned a response that could not be parsed.',
    );
  }
  const output = mayHaveToolUse(body) ? response.value('output') : undefined;
  const serviceTier = response.value('service_tier');
  return { usage: readUsage(response.value('usage'), { serviceTier, output }) };
}

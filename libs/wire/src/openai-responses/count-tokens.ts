import { getRequestTexts } from '#canonical';
import { type TokenCounter, readCount, removeMembers } from '../token-counter.js';
import { decodeRequest } from './decode-request.js';

/**
 * Members that only a request for a response has, and the id of a conversation that the gateway stores. Token
 * counting endpoints reject them.
 */
const RESPONSE_ONLY_MEMBERS: ReadonlySet<string> = new Set([
  'background',
  'client_metadata',
  'context_management',
  'include',
  'max_output_tokens',
  'max_tool_calls',
  'metadata',
  'moderation',
  'previous_response_id',
  'prompt_cache_key',
  'prompt_cache_options',
  'prompt_cache_retention',
  'safety_identifier',
  'service_tier',
  'store',
  'stream',
  'stream_options',
  'temperature',
  'top_logprobs',
  'top_p',
  'user',
]);

/** `POST /v1/responses/input_tokens` */
export const openAiResponsesTokenCounter: TokenCounter = {
  open: (body) => ({ body }),
  getTexts: (body) => getRequestTexts(decodeRequest(body).value),
  encodeRequest: (body) => removeMembers(body, RESPONSE_ONLY_MEMBERS),
  decodeCount: (response) => readCount(response['input_tokens']),
  encodeCount: (inputTokens) => ({ object: 'response.input_tokens', input_tokens: inputTokens }),
};

import { type ChatRequest, type JsonObject, type Translated } from '#canonical';
import { type RouteHints } from '../chat-codec.js';
import { decodeRequest } from './decode-request.js';
import { wrongValue } from '../validation/faults.js';
import { ProtoObject } from './proto-object.js';

/** The request whose tokens are to be counted: either only its contents, or the whole of it in a wrapping. */
export function decodeCountTokensRequest(body: JsonObject, hints: RouteHints): Translated<ChatRequest> {
  const request = new ProtoObject(body);
  const whole = request.object('generateContentRequest');
  if (whole === undefined) return decodeRequest(body, hints);
  if (request.has('contents')) {
    throw wrongValue(request.getPath('contents'), 'cannot be given beside "generateContentRequest"');
  }
  return decodeRequest(whole.members, hints, whole.path);
}

export function encodeCountTokensResponse(count: {
  inputTokens: number;
  cachedInputTokens?: number;
}): JsonObject {
  const { inputTokens, cachedInputTokens } = count;
  return {
    totalTokens: inputTokens,
    ...(cachedInputTokens === undefined ? {} : { cachedContentTokenCount: cachedInputTokens }),
  };
}

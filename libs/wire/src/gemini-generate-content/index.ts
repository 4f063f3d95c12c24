import { GatewayError, isJsonObject, type RequestField, type Usage } from '#canonical';
import { type JsonResponse, readJsonResponse } from '#json-scan';
import { type ChatEgress, type ChatIngress } from '../chat-codec.js';
import { type PassthroughFormat } from '../wire-format.js';
import { GeminiStreamDecoder, decodeResponse } from './decode-response.js';
import { decodeRequest } from './decode-request.js';
import { GeminiStreamEncoder, encodeResponse } from './encode-response.js';
import { encodeRequest } from './encode-request.js';
import { ForwardedGeminiRequest } from './forwarded-request.js';
import { requestsEvents, eventFraming, streamErrorChunk } from './stream-framing.js';
import { decodeUsage, collectSearches } from './usage.js';

export { geminiTokenCounter } from './count-tokens.js';
export { parseModelPath } from './parse-model-path.js';

/**
 * The parameters of this format by canonical field. Clients cannot send all of them; those that do not exist are
 * named after the object where they would be.
 */
const FIELD_NAMES: Readonly<Record<RequestField, string>> = {
  tools: 'tools',
  webSearch: 'tools',
  toolChoice: 'toolConfig.functionCallingConfig',
  allowsParallelCalls: 'toolConfig.functionCallingConfig',
  outputFormat: 'generationConfig.responseMimeType',
  maxOutputTokens: 'generationConfig.maxOutputTokens',
  temperature: 'generationConfig.temperature',
  topP: 'generationConfig.topP',
  topK: 'generationConfig.topK',
  presencePenalty: 'generationConfig.presencePenalty',
  frequencyPenalty: 'generationConfig.frequencyPenalty',
  seed: 'generationConfig.seed',
  stopSequences: 'generationConfig.stopSequences',
  choiceCount: 'generationConfig.candidateCount',
  logprobs: 'generationConfig.responseLogprobs',
  reasoning: 'generationConfig.thinkingConfig',
  verbosity: 'generationConfig',
  userId: 'labels',
  metadata: 'labels',
  serviceTier: 'serviceTier',
  promptCacheKey: 'cachedContent',
};

/** `POST /v1beta/models/{model}:generateContent` and `:streamGenerateContent` */
export const geminiIngress: ChatIngress = {
  decodeRequest: (body, hints) => decodeRequest(body, hints),
  encodeResponse,
  createStreamEncoder: (context) => new GeminiStreamEncoder(context),
  fieldNames: FIELD_NAMES,
};

export const geminiEgress: ChatEgress = {
  encodeRequest,
  decodeResponse,
  createStreamDecoder: () => new GeminiStreamDecoder(),
};

/** `…:generateContent` and `…:streamGenerateContent` for requests that are forwarded unchanged. */
export const gemini: PassthroughFormat = {
  dialect: 'google',
  readRequest: (body, hints = {}) => ForwardedGeminiRequest.read(body, hints),
  readResponse,
  encodeStreamError,
  /** Comments break some clients; all of them ignore empty lines. */
  keepAlive: '\n',
  streamContentType: (hints) => (requestsEvents(hints) ? 'text/event-stream' : 'application/json'),
};

/** For a stream of events. A stream that is a JSON array is closed by its encoder or tap, which have its state. */
function encodeStreamError(error: GatewayError): string {
  return eventFraming.chunk(streamErrorChunk(error));
}

/** The web searches of the model. Parses only responses that have some. */
function readSearches(body: Uint8Array, response: JsonResponse): ReadonlySet<string> | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  if (!bytes.includes('"webSearchQueries"')) return undefined;
  const searches = new Set<string>();
  const candidates = response.value('candidates');
  for (const candidate of Array.isArray(candidates) ? candidates : []) {
    if (isJsonObject(candidate)) collectSearches(candidate, searches);
  }
  return searches;
}

/** Checks a complete response that is forwarded, and reads its usage. */
function readResponse(body: Uint8Array): { usage: Usage | undefined } {
  const response = readJsonResponse(body);
  const isResponse = response?.has('candidates', 'array') || response?.has('promptFeedback', 'object');
  if (response && isResponse) {
    return { usage: decodeUsage(response.value('usageMetadata'), readSearches(body, response)) };
  }
  throw new GatewayError(
    'upstream-bad-response',
    'The provider returned a response that could not be parsed.',
  );
}

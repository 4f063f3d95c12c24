import { GatewayError, type RequestField, type Usage } from '#canonical';
import { type ChatEgress, type ChatIngress } from '../chat-codec.js';
import { type PassthroughFormat } from '../wire-format.js';
import { GeminiStreamDecoder, decodeResponse } from './decode-answer.js';
import { decodeRequest } from './decode-request.js';
import { GeminiStreamEncoder, encodeResponse } from './encode-answer.js';
import { encodeRequest } from './encode-request.js';
import { ForwardedGeminiRequest } from './forwarded-request.js';
import { type JsonAnswer, readJsonAnswer } from '../json-scan/json-answer.js';
import { isJsonObject } from '../validation/json-values.js';
import { asksForEvents, eventFraming, streamErrorChunk } from './stream-framing.js';
import { decodeUsage, noteSearches } from './usage.js';

export { geminiTokenCounter } from './count-tokens.js';
export { parseModelPath } from './parse-model-path.js';

/** Some are fields that no client of this format can have sent; they stand where it would look for them. */
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

/** `…:generateContent` and `…:streamGenerateContent`, where the request goes on as it came. */
export const gemini: PassthroughFormat = {
  dialect: 'google',
  readRequest: (body, hints = {}) => ForwardedGeminiRequest.read(body, hints),
  readResponse,
  encodeStreamError,
  /** Any comment breaks some clients; an empty line means nothing to all of them. */
  keepAlive: '\n',
  streamContentType: (hints) => (asksForEvents(hints) ? 'text/event-stream' : 'application/json'),
};

/** For a stream of events. A stream that is one JSON array is closed by its encoder or tap, which know its state. */
function encodeStreamError(error: GatewayError): string {
  return eventFraming.chunk(streamErrorChunk(error));
}

/** What the model has searched for; an answer without a search is not parsed for that. */
function readSearches(body: Uint8Array, answer: JsonAnswer): ReadonlySet<string> | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  if (!bytes.includes('"webSearchQueries"')) return undefined;
  const searches = new Set<string>();
  const candidates = answer.value('candidates');
  for (const candidate of Array.isArray(candidates) ? candidates : []) {
    if (isJsonObject(candidate)) noteSearches(candidate, searches);
  }
  return searches;
}

/** Reads a whole answer that is only forwarded. */
function readResponse(body: Uint8Array): { usage: Usage | undefined } {
  const answer = readJsonAnswer(body);
  const isAnswer = answer?.has('candidates', 'array') || answer?.has('promptFeedback', 'object');
  if (answer && isAnswer) {
    return { usage: decodeUsage(answer.value('usageMetadata'), readSearches(body, answer)) };
  }
  throw new GatewayError('upstream-bad-response', 'The model service sent an answer that cannot be read.');
}

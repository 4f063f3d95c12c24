export {
  type EncodingContext,
  type ChatHabits,
  type EncodeOptions,
  type RouteHints,
  type StreamDecoder,
  type StreamEncoder,
} from './chat-codec.js';
export {
  EMBEDDINGS_CLIENTS,
  EMBEDDINGS_FORMATS,
  isEncodedAs,
  readForwardedEmbeddings,
} from './embeddings/index.js';
export {
  decodeStreamedError,
  decodeUpstreamError,
  describeUpstreamError,
} from './errors/decode-upstream-error.js';
export { getDialect } from './errors/dialect.js';
export { endedEarly } from './errors/ended-early.js';
export { readBodyReport, readRequestId, toKeptReport } from './errors/upstream-report.js';
export { encodeError, getErrorCode } from './errors/encode-error.js';
export { CONDITIONS, ERROR_STATUSES } from './errors/conditions.js';
export {
  type ClientFormatId,
  type FormatId,
  type FormatOf,
  FORMAT_IDS,
  isFormatOf,
  type Operation,
  type UpstreamFormatId,
  type WireFormatId,
} from './format-ids.js';
export { parseModelPath } from './gemini-generate-content/index.js';
export {
  createImageTap,
  holdsImages,
  IMAGE_CLIENTS,
  IMAGE_UPSTREAMS,
  type ImageClient,
  type ImageUpstream,
  readOpenAiImages,
  replaceImages,
} from './images/index.js';
export { type ListedModel, encodeModel, encodeModelList } from './model-list.js';
export { fitToModel } from './model-rules/fit-to-model.js';
export { type ModelRule, type ReasoningRule } from './model-rules/model-rule.js';
export { type RequestChange, changeRequest, listLost } from './repairs/change-request.js';
export { type Repairs, planRepairs } from './repairs/plan-repairs.js';
export { decodeJudgeResponse, encodeJudgeRequest } from './moderation/chat-judge.js';
export {
  decodeModerations,
  hasWholeVerdicts,
  openAiModerationsClient,
} from './moderation/openai-moderations.js';
export { EditableJson } from './policies/editable-json.js';
export {
  type PixelSize,
  type RequestBody,
  type RequestView,
  type TextRole,
  type RequestedValue,
} from './policies/request-view.js';
export { JsonRequest } from './operations/json-request.js';
export { type ClientOperation } from './operations/operation-format.js';
export { retargetForm } from './operations/form-reader.js';
export { encodeTypedEvent, TypedEventTap } from './operations/typed-event-tap.js';
export { encodeRateLimits } from './rate-limits.js';
export {
  mapFormats,
  type PlainOperation,
  REQUEST_FORMATS,
  REQUEST_VIEWS,
  type RequestFormatId,
  type RequestFormatOf,
  type ViewedFormat,
} from './request-formats.js';
export {
  areResultsAsDue,
  pickBest,
  isPlainRerank,
  lostLimits,
  RERANK_CLIENTS,
  RERANK_FORMATS,
} from './rerank/index.js';
export { createSpeechTap, encodeSpeechEvents, geminiSpeech, openAiSpeechClient } from './speech/index.js';
export {
  createTranscriptTap,
  decodeGeminiTranscription,
  decodeTranscript,
  encodeGeminiTranscription,
  encodeTranscript,
  GEMINI_MAX_AUDIO_BYTES,
  GeminiTranscriptStream,
  TRANSCRIPT_CONTENT_TYPES,
  TRANSCRIPTION_CLIENTS,
} from './transcription/index.js';
export {
  type DecodedVideoRequest,
  completeRemix,
  decodeGeminiVideo,
  encodeOperation,
  encodeStartedOperation,
  decodeVideoGeneration,
  decodeVideosCreate,
  encodeCreatedTask,
  encodeCreatedVideo,
  encodeDeletedVideo,
  encodeTask,
  encodeTaskPage,
  encodeVideo,
  type VideoLink,
  readTaskListQuery,
} from './video/index.js';
export * as backgroundState from './openai-responses/background.js';
export * as compaction from './openai-responses/compaction.js';
export * as realtime from './realtime/index.js';
export * as responseSocket from './openai-responses/socket.js';
export * as responseState from './openai-responses/state.js';
export {
  CLIENT_FORMATS,
  isTokenCounterId,
  TOKEN_COUNTERS,
  type TokenCounterId,
  UPSTREAM_FORMATS,
  WIRE_FORMATS,
} from './registry.js';
export {
  type ClientFormat,
  type ForwardedRequest,
  type LostParameter,
  type StreamTap,
  type UpstreamFormat,
  type WireFormat,
} from './wire-format.js';

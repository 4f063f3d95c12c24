export { type CancelSignal, CancelSource, toAbortSignal } from './cancel-signal.js';
export { IdleTimer } from './idle-timer.js';
export { type Capability } from './capability.js';
export { type AssistantPart, type Citation, type ReasoningSignature } from './chat/assistant-part.js';
export { collectResponse } from './chat/collect-response.js';
export {
  type ChatRequest,
  EFFORTS,
  type Effort,
  type OutputFormat,
  type ReasoningSettings,
  type RequestField,
  type Tool,
  type ToolChoice,
  type WebSearch,
} from './chat/chat-request.js';
export {
  type ChatResponse,
  type Choice,
  type FinishKind,
  type FinishReason,
  type TokenLogprob,
} from './chat/chat-response.js';
export { isJsonObject, type JsonObject, type JsonValue } from './chat/json.js';
export {
  MAX_MESSAGES,
  type AssistantMessage,
  type Message,
  type SystemMessage,
  type ToolMessage,
  type ToolResult,
  type UserMessage,
} from './chat/message.js';
export { openReasoningSignature, sealReasoningSignature } from './chat/signature-envelope.js';
export { streamResponse } from './chat/stream-response.js';
export { type StreamPart } from './chat/stream-part.js';
export {
  type AudioPart,
  type CacheBreakpoint,
  type DocumentPart,
  type ImagePart,
  type MediaSource,
  type TextPart,
  type UserPart,
} from './chat/user-part.js';
export { getRequestTexts } from './chat/get-request-texts.js';
export { type Translated, type Warning } from './chat/warning.js';
export { withoutTrailing } from './text/without-trailing.js';
export { type Form, type FormEntry, type UploadedFile } from './form.js';
export {
  type ErrorDetails,
  type ErrorKind,
  GatewayError,
  type UpstreamReport,
  type UpstreamWords,
} from './gateway-error.js';
export { OUTCOMES, OUTCOMES_WITHOUT_ERROR, REFUSAL_OUTCOMES, describeOutcome } from './outcomes.js';
export { type OperationRequestBase, type LostField } from './operations/operation-request.js';
export {
  type EmbeddingPurpose,
  type EmbeddingsResult,
  type EmbeddingsRequest,
  type Vector,
} from './operations/embeddings.js';
export {
  type ImageResult,
  type ImageFacts,
  type ImageInput,
  type ImageRequest,
  type MadeImage,
} from './operations/images.js';
export {
  MODERATION_CATEGORIES,
  type ModerationResult,
  type ModerationCategory,
  type ModerationPart,
  type ModerationRequest,
  type ModerationVerdict,
} from './operations/moderation.js';
export { type RankedDocument, type RerankResult, type RerankRequest } from './operations/rerank.js';
export { SPEECH_FORMATS, type SpeechRequest } from './operations/speech.js';
export {
  TRANSCRIPT_FORMATS,
  type Transcript,
  type TranscriptFormat,
  type TranscriptSegment,
  type TranscriptionRequest,
} from './operations/transcription.js';
export { type VideoFacts, type VideoImage, type VideoRequest } from './operations/video.js';
export { type Usage } from './usage.js';
export { MICRO_USD_PER_USD, toMicroUsd } from './money.js';

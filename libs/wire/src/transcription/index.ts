import { type Form, type TranscriptionRequest } from '#canonical';
import { type ClientOperation } from '../operations/operation-format.js';
import { decodeTranscriptionRequest, decodeTranslationRequest } from './decode-transcription-request.js';

export { decodeTranscript } from './decode-transcript.js';
export { encodeTranscript, TRANSCRIPT_CONTENT_TYPES } from './encode-transcript.js';
export { GeminiTranscriptStream } from './gemini-transcript-stream.js';
export {
  decodeGeminiTranscription,
  encodeGeminiTranscription,
  GEMINI_MAX_AUDIO_BYTES,
} from './gemini-transcription.js';
export { createTranscriptTap } from './transcript-events.js';

/** Their answers are not always documents. */
type Client = Pick<ClientOperation<TranscriptionRequest, never, Form>, 'decodeRequest' | 'fieldNames'>;

const FIELD_NAMES = {
  format: 'response_format',
  granularities: 'timestamp_granularities',
  isStreamed: 'stream',
} as const;

/** `POST /v1/audio/transcriptions` and `POST /v1/audio/translations` */
export const TRANSCRIPTION_CLIENTS = {
  'openai-transcriptions': { decodeRequest: decodeTranscriptionRequest, fieldNames: FIELD_NAMES },
  'openai-audio-translations': { decodeRequest: decodeTranslationRequest, fieldNames: FIELD_NAMES },
} as const satisfies Record<string, Client>;

import { type Form, type TranscriptionRequest } from '#canonical';
import { type ClientOperation } from '../operations/operation-format.js';
import { type RequestFormatOf } from '../request-formats.js';
import { decodeTranscriptionRequest, decodeTranslationRequest } from './decode-transcription-request.js';

export { TRANSCRIPT_CONTENT_TYPES, decodeTranscript, encodeTranscript } from './transcript.js';
export {
  GEMINI_MAX_AUDIO_BYTES,
  GeminiTranscriptStream,
  decodeGeminiTranscription,
  encodeGeminiTranscription,
} from './gemini-transcription.js';
export { createTranscriptTap } from './transcript-events.js';

/** Their responses are not always JSON. */
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
} as const satisfies Record<RequestFormatOf<'transcription'>, Client>;

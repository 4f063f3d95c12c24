import {
  type Form,
  GatewayError,
  TRANSCRIPT_FORMATS,
  type TranscriptFormat,
  type TranscriptionRequest,
  type UploadedFile,
} from '#canonical';
import { FormReader } from '../operations/form-reader.js';

const COMMON = ['file', 'model', 'prompt', 'response_format', 'temperature'];
const TRANSCRIPTION = new Set([...COMMON, 'language', 'timestamp_granularities', 'stream']);
const TRANSLATION = new Set(COMMON);
const TRANSLATED_FORMATS = ['json', 'text', 'srt', 'vtt', 'verbose_json'] as const;

/** Decodes the form of `POST /v1/audio/transcriptions`. */
export function decodeTranscriptionRequest(form: Form): TranscriptionRequest {
  const fields = new FormReader(form);
  return {
    ...decodeCommon(fields, TRANSCRIPT_FORMATS),
    task: 'transcribe',
    language: fields.string('language'),
    granularities: fields.listOf('timestamp_granularities', ['word', 'segment']),
    isStreamed: fields.boolean('stream') ?? false,
    ...fields.extensions(TRANSCRIPTION),
  };
}

/** Decodes the form of `POST /v1/audio/translations`. */
export function decodeTranslationRequest(form: Form): TranscriptionRequest {
  const fields = new FormReader(form);
  return {
    ...decodeCommon(fields, TRANSLATED_FORMATS),
    task: 'translate',
    isStreamed: false,
    ...fields.extensions(TRANSLATION),
  };
}

function decodeCommon(
  fields: FormReader,
  formats: readonly TranscriptFormat[],
): Pick<TranscriptionRequest, 'model' | 'file' | 'prompt' | 'format' | 'temperature' | 'onlyNative'> {
  const format = fields.oneOf('response_format', formats) ?? 'json';
  const reason = 'it does not support speaker diarization';
  return {
    model: fields.requiredString('model'),
    file: readRecording(fields),
    prompt: fields.string('prompt'),
    format,
    temperature: fields.number('temperature', { min: 0, max: 1 }),
    ...(format === 'diarized_json' ? { onlyNative: { param: 'response_format', reason } } : {}),
  };
}

/** Checks the media type, which was detected from the first bytes, not from the name or the client's declaration. */
function readRecording(fields: FormReader): UploadedFile {
  const file = fields.requiredFile('file');
  if (/^(audio|video)\//.test(file.mediaType)) return file;
  throw new GatewayError(
    'invalid-value',
    '"file" must be an audio file: flac, m4a, mp3, mp4, ogg, wav or webm.',
    { param: 'file', code: 'invalid_file_format' },
  );
}

import { type ApiRequest, type FormField } from '../call/api-request.js';

export interface TranscriptionOptions {
  model: string;
  file: File;
  /** A translation is always into English. */
  task: 'transcribe' | 'translate';
  language: string;
  prompt: string;
  format: ResponseFormat;
  /** Whether to request timestamps of words as well as of segments. */
  withWords: boolean;
}

const RESPONSE_FORMATS = ['verbose_json', 'json', 'text', 'srt', 'vtt'] as const;
export type ResponseFormat = (typeof RESPONSE_FORMATS)[number];

export interface Segment {
  startSeconds: number;
  endSeconds: number;
  text: string;
}

export interface Transcript {
  text: string;
  language?: string;
  durationSeconds?: number;
  segments: Segment[];
  words: Segment[];
}

interface TranscriptionBody {
  text?: string;
  language?: string;
  duration?: number;
  segments?: readonly { start: number; end: number; text: string }[];
  words?: readonly { start: number; end: number; word: string }[];
}

export function transcriptionRequest(options: TranscriptionOptions): ApiRequest {
  const isTranslation = options.task === 'translate';
  return {
    method: 'POST',
    path: isTranslation ? '/v1/audio/translations' : '/v1/audio/transcriptions',
    form: [
      { name: 'model', value: options.model },
      { name: 'file', value: options.file },
      { name: 'response_format', value: options.format },
      ...optionalField('prompt', options.prompt),
      ...(isTranslation ? [] : [...optionalField('language', options.language), ...timestampFields(options)]),
    ],
  };
}

function optionalField(name: string, value: string): FormField[] {
  return value.trim() === '' ? [] : [{ name, value: value.trim() }];
}

function timestampFields({ format, withWords }: TranscriptionOptions): FormField[] {
  if (format !== 'verbose_json' || !withWords) return [];
  return ['segment', 'word'].map((value) => ({ name: 'timestamp_granularities[]', value }));
}

/** Parses a response in any of the formats. Those that are not JSON are returned as text. */
export function parseTranscript(responseText: string, format: ResponseFormat): Transcript {
  if (format !== 'json' && format !== 'verbose_json') {
    return { text: responseText.trimEnd(), segments: [], words: [] };
  }
  const body = JSON.parse(responseText) as TranscriptionBody;
  return {
    text: body.text ?? '',
    language: body.language,
    durationSeconds: body.duration,
    segments: (body.segments ?? []).map(({ start, end, text }) => toSegment(start, end, text)),
    words: (body.words ?? []).map(({ start, end, word }) => toSegment(start, end, word)),
  };
}

function toSegment(startSeconds: number, endSeconds: number, text: string): Segment {
  return { startSeconds, endSeconds, text: text.trim() };
}

/** Such as "1:02.50". */
export function formatTimestamp(seconds: number): string {
  const hundredths = Math.round(seconds * 100);
  const minutes = Math.floor(hundredths / 6_000);
  return `${minutes}:${((hundredths % 6_000) / 100).toFixed(2).padStart(5, '0')}`;
}

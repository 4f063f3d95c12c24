import { type ApiRequest, type FormField } from '../call/api-request.js';
import { type ResponseFormat } from './transcript.js';

export interface TranscriptionOptions {
  model: string;
  file: File;
  /** A translation is always into English. */
  task: 'transcribe' | 'translate';
  language: string;
  prompt: string;
  format: ResponseFormat;
  /** The time of every word, not only of every segment. */
  withWords: boolean;
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
      ...filled('prompt', options.prompt),
      ...(isTranslation ? [] : [...filled('language', options.language), ...granularities(options)]),
    ],
  };
}

function filled(name: string, value: string): FormField[] {
  return value.trim() === '' ? [] : [{ name, value: value.trim() }];
}

function granularities({ format, withWords }: TranscriptionOptions): FormField[] {
  if (format !== 'verbose_json' || !withWords) return [];
  return ['segment', 'word'].map((value) => ({ name: 'timestamp_granularities[]', value }));
}

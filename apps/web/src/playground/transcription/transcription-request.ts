import { type ApiRequest, type FormField } from '../call/api-request.js';
import { type ResponseFormat } from './transcript.js';

export interface TranscriptionWish {
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

export function transcriptionRequest(wish: TranscriptionWish): ApiRequest {
  const isTranslation = wish.task === 'translate';
  return {
    method: 'POST',
    path: isTranslation ? '/v1/audio/translations' : '/v1/audio/transcriptions',
    form: [
      { name: 'model', value: wish.model },
      { name: 'file', value: wish.file },
      { name: 'response_format', value: wish.format },
      ...filled('prompt', wish.prompt),
      ...(isTranslation ? [] : [...filled('language', wish.language), ...granularities(wish)]),
    ],
  };
}

function filled(name: string, value: string): FormField[] {
  return value.trim() === '' ? [] : [{ name, value: value.trim() }];
}

function granularities({ format, withWords }: TranscriptionWish): FormField[] {
  if (format !== 'verbose_json' || !withWords) return [];
  return ['segment', 'word'].map((value) => ({ name: 'timestamp_granularities[]', value }));
}

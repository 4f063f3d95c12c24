import { type UploadedFile } from '../form.js';
import { type Usage } from '../usage.js';
import { type OperationRequestBase } from './operation-request.js';

export const TRANSCRIPT_FORMATS = ['json', 'text', 'srt', 'vtt', 'verbose_json', 'diarized_json'] as const;
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number];

export interface TranscriptionRequest extends OperationRequestBase {
  /** `transcribe` writes the text in the language that is spoken, `translate` in English. */
  task: 'transcribe' | 'translate';
  file: UploadedFile;
  language?: string;
  prompt?: string;
  format: TranscriptFormat;
  temperature?: number;
  granularities?: readonly ('word' | 'segment')[];
  isStreamed: boolean;
}

export interface TranscriptSegment {
  startSeconds: number;
  endSeconds: number;
  text: string;
}

export interface TranscriptWord {
  startSeconds: number;
  endSeconds: number;
  word: string;
}

export interface Transcript {
  text: string;
  language?: string;
  durationSeconds?: number;
  segments?: readonly TranscriptSegment[];
  words?: readonly TranscriptWord[];
  usage?: Usage;
}

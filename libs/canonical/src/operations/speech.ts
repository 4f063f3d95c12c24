import { type OperationRequestBase } from './operation-request.js';

export const SPEECH_FORMATS = ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'] as const;
export type SpeechFormat = (typeof SPEECH_FORMATS)[number];

export interface SpeechRequest extends OperationRequestBase {
  text: string;
  voice: string;
  /** How to speak the text. */
  instructions?: string;
  /** The service chooses if undefined. */
  format?: SpeechFormat;
  speed?: number;
  /** The audio itself, or events with chunks of it. */
  delivery: 'audio' | 'events';
}

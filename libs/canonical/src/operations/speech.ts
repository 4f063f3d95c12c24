import { type Asked } from './asked.js';

export const SPEECH_FORMATS = ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'] as const;
export type SpeechFormat = (typeof SPEECH_FORMATS)[number];

export interface SpeechRequest extends Asked {
  text: string;
  voice: string;
  /** How to speak. */
  instructions?: string;
  /** The service's own choice where the client does not say. */
  format?: SpeechFormat;
  speed?: number;
  /** The audio itself, or events that hold chunks of it. */
  delivery: 'audio' | 'events';
}

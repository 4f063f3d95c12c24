import { type ApiRequest } from '../call/api-request.js';

export const VOICES = [
  'alloy',
  'ash',
  'ballad',
  'cedar',
  'coral',
  'echo',
  'fable',
  'marin',
  'nova',
  'onyx',
  'sage',
  'shimmer',
  'verse',
];
export const SPEECH_FORMATS = ['mp3', 'wav', 'opus', 'aac', 'flac', 'pcm'] as const;
export type SpeechFormat = (typeof SPEECH_FORMATS)[number];

export interface SpeechOptions {
  model: string;
  text: string;
  voice: string;
  /** Undefined for the default of the provider. */
  format?: SpeechFormat;
  speed: number;
  /** How to speak, for models that support instructions. */
  instructions: string;
}

export function speechRequest({
  model,
  text,
  voice,
  format,
  speed,
  instructions,
}: SpeechOptions): ApiRequest {
  return {
    method: 'POST',
    path: '/v1/audio/speech',
    json: {
      model,
      input: text,
      voice,
      response_format: format,
      speed: speed === 1 ? undefined : speed,
      instructions: instructions.trim() === '' ? undefined : instructions,
    },
  };
}

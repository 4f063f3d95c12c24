import type { Fields } from '../fields.js';
import { parseWords } from '../scenarios/words.js';
import { getCapabilities } from './capabilities.js';

const AUDIO_TOKENS_PER_SECOND = 10;

/** The transcript before it is formatted. */
export interface Transcribed {
  task: 'transcribe' | 'translate';
  language: string;
  text: string;
  durationSeconds: number;
  usage: object;
}

export function buildUsage(
  { model, prompt }: Fields,
  { text, durationSeconds }: Pick<Transcribed, 'text' | 'durationSeconds'>,
): object {
  if (getCapabilities(String(model)).bills === 'duration') {
    return { type: 'duration', seconds: Math.ceil(durationSeconds) };
  }
  const audioTokens = Math.ceil(durationSeconds * AUDIO_TOKENS_PER_SECOND);
  const textTokens = typeof prompt === 'string' ? parseWords(prompt).length : 0;
  const outputTokens = parseWords(text).length;
  return {
    type: 'tokens',
    input_tokens: audioTokens + textTokens,
    input_token_details: { text_tokens: textTokens, audio_tokens: audioTokens },
    output_tokens: outputTokens,
    total_tokens: audioTokens + textTokens + outputTokens,
  };
}

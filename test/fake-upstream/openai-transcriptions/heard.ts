import type { Fields } from '../fields.js';
import { wordsOf } from '../scenarios/words.js';
import { capabilitiesOf } from './capabilities.js';

const AUDIO_TOKENS_PER_SECOND = 10;

/** What the model has heard, before it is put in a format. */
export interface Heard {
  task: 'transcribe' | 'translate';
  language: string;
  text: string;
  durationSeconds: number;
  usage: object;
}

export function usageOf(
  { model, prompt }: Fields,
  { text, durationSeconds }: Pick<Heard, 'text' | 'durationSeconds'>,
): object {
  if (capabilitiesOf(String(model)).bills === 'duration') {
    return { type: 'duration', seconds: Math.ceil(durationSeconds) };
  }
  const audioTokens = Math.ceil(durationSeconds * AUDIO_TOKENS_PER_SECOND);
  const textTokens = typeof prompt === 'string' ? wordsOf(prompt).length : 0;
  const outputTokens = wordsOf(text).length;
  return {
    type: 'tokens',
    input_tokens: audioTokens + textTokens,
    input_token_details: { text_tokens: textTokens, audio_tokens: audioTokens },
    output_tokens: outputTokens,
    total_tokens: audioTokens + textTokens + outputTokens,
  };
}

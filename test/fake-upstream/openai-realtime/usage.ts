import type { StoredItem } from './item.js';

const INPUT_MS_PER_TOKEN = 100;
const OUTPUT_MS_PER_TOKEN = 50;
const TOKENS_PER_IMAGE = 85;

export interface InputTokens {
  text: number;
  audio: number;
  image: number;
  /** Of the text. */
  cached: number;
}

export interface OutputTokens {
  text: number;
  audio: number;
}

/** As in `response.done`. */
export type RealtimeUsage = ReturnType<typeof buildUsage>;

export function buildUsage(input: InputTokens, output: OutputTokens) {
  const inputTokens = input.text + input.audio + input.image;
  const outputTokens = output.text + output.audio;
  return {
    total_tokens: inputTokens + outputTokens,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    input_token_details: {
      text_tokens: input.text,
      audio_tokens: input.audio,
      image_tokens: input.image,
      cached_tokens: input.cached,
      cached_tokens_details: { text_tokens: input.cached, audio_tokens: 0, image_tokens: 0 },
    },
    output_token_details: { text_tokens: output.text, audio_tokens: output.audio },
  };
}

export function audioTokens(durationMs: number): number {
  return Math.ceil(durationMs / INPUT_MS_PER_TOKEN);
}

export function spokenTokens(durationMs: number): number {
  return Math.ceil(durationMs / OUTPUT_MS_PER_TOKEN);
}

/** The audio and image tokens of these items; text is counted in words. */
export function mediaTokens(entries: readonly StoredItem[]): Pick<InputTokens, 'audio' | 'image'> {
  const users = entries.filter(({ item }) => item.role === 'user');
  const images = users.flatMap(({ item }) =>
    (item.content ?? []).filter(({ type }) => type === 'input_image'),
  );
  return {
    audio: users.reduce((sum, { audio }) => sum + audioTokens(audio?.durationMs ?? 0), 0),
    image: images.length * TOKENS_PER_IMAGE,
  };
}

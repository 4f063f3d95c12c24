import type { Fields } from '../fields.js';
import { toSha256 } from '../made-up/pseudo-random.js';
import { getTranscript } from '../made-up/transcripts.js';
import { parseWords } from '../scenarios/words.js';
import type { StoredItem } from './item.js';
import type { AudioFormat } from './session.js';
import { audioTokens } from './usage.js';

/** The record of a transcribed turn. */
export interface TranscriptionRecord {
  itemId: string;
  transcript: string;
  usage: object;
}

/** The transcript of a recording in this format. */
export function transcribedIn(bytes: Buffer, { type }: AudioFormat): string {
  return getTranscript({ sha256: toSha256(bytes), filename: type });
}

export function buildTranscriptUsage(transcript: string, durationMs: number, model: string): object {
  if (model.startsWith('whisper')) return { type: 'duration', seconds: Math.ceil(durationMs / 1000) };
  const inputTokens = audioTokens(durationMs);
  const outputTokens = parseWords(transcript).length;
  return {
    type: 'tokens',
    total_tokens: inputTokens + outputTokens,
    input_tokens: inputTokens,
    input_token_details: { text_tokens: 0, audio_tokens: inputTokens },
    output_tokens: outputTokens,
  };
}

/** Word by word, but all at once from the model that does not stream. */
export function* transcriptionEvents(
  { item }: StoredItem,
  { transcript, usage }: TranscriptionRecord,
  model: string,
): Generator<Fields> {
  const head = { item_id: item.id, content_index: 0 };
  const type = 'conversation.item.input_audio_transcription';
  const chunks = model.startsWith('whisper') ? [transcript] : parseWords(transcript);
  for (const delta of chunks) yield { type: `${type}.delta`, ...head, delta };
  yield { type: `${type}.completed`, ...head, transcript, usage };
}

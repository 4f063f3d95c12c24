import { type JsonObject, type Usage } from '#canonical';
import { readUsage } from '../openai-responses/usage.js';
import { TypedEventTap, encodeTypedEvent } from '../operations/typed-event-tap.js';

/** Divisible by three, so that only the last chunk has base64 padding. */
const CHUNK_BYTES = 24 * 1024;
const DONE = 'speech.audio.done';

/** Encodes speech as the events of a stream, chunk by chunk. */
export function* encodeSpeechEvents(audio: Buffer, usage: Usage | undefined): Generator<string, void> {
  for (let start = 0; start < audio.length; start += CHUNK_BYTES) {
    const chunk = audio.toString('base64', start, start + CHUNK_BYTES);
    yield encodeTypedEvent({ type: 'speech.audio.delta', audio: chunk });
  }
  yield encodeTypedEvent({ type: DONE, usage: encodeSpeechUsage(usage) });
}

/** Reads a stream of speech events that is forwarded. */
export function createSpeechTap(secrets: readonly string[]): TypedEventTap {
  return new TypedEventTap({
    isTerminal: (type) => type === DONE,
    readUsage: ({ usage }) => readUsage(usage),
    secrets,
  });
}

function encodeSpeechUsage({ inputTokens = 0, outputTokens = 0 }: Partial<Usage> = {}): JsonObject {
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}

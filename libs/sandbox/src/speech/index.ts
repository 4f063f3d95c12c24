import { encodeTypedEvent } from '#wire';
import { countTokens } from '#tokenizer';
import { beginAsDirected } from '../begin-as-directed.js';
import { readDirectives } from '../directives.js';
import { type ModelAnswer, jsonBody } from '../model-answer.js';
import { sendChunks } from '../send.js';
import { encodePcm, encodeWav } from './encode-wav.js';
import { readSpeechOptions } from './request.js';
import { synthesise } from './synthesise.js';

const CONTENT_TYPES = { wav: 'audio/wav', pcm: 'audio/pcm' };

/** Says what it is told, in any of its voices. */
export const sandboxSpeech: ModelAnswer = async (outbound, signal) => {
  const { input, voice, speed, format, isStreamed } = readSpeechOptions(jsonBody(outbound));
  const { directives, text } = readDirectives(input, 'input');
  await beginAsDirected(directives, signal);
  const speech = synthesise({ text, voice, speed });
  const phone = format === 'wav' ? encodeWav(speech, text) : encodePcm(speech);
  return sendChunks(isStreamed ? generateEvents(phone, await countTokens(text)) : phone, {
    contentType: isStreamed ? 'text/event-stream' : CONTENT_TYPES[format],
    // A sample has two bytes, so this is half of them.
    faultAfterBytes: speech.sampleCount,
    garbage: isStreamed ? 'data: {"type": "speech.audio.delta", %%%\n\n' : '%%% this is no sound %%%',
    directives,
    signal,
  });
};

/** An event for each chunk, and one that says what they cost. */
function* generateEvents(phone: Iterable<Buffer>, inputTokens: number): Generator<Uint8Array, void> {
  let outputTokens = 0;
  for (const chunk of phone) {
    outputTokens += 1;
    yield Buffer.from(encodeTypedEvent({ type: 'speech.audio.delta', audio: chunk.toString('base64') }));
  }
  const usage = {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
  yield Buffer.from(encodeTypedEvent({ type: 'speech.audio.done', usage }));
}

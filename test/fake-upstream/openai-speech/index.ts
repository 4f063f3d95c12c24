import { getJsonBody } from '../bodies/json-body.js';
import { asFields } from '../fields.js';
import { dataFraming } from '../framing.js';
import { getSpeech, type SpeechFormat } from '../made-up/speech.js';
import { openaiEndpoint } from '../openai/endpoint.js';
import { eventAnswer } from '../openai/event-answer.js';
import { evenChunks } from '../replies/chunks.js';
import { parseWords } from '../scenarios/words.js';
import { wholeAnswer } from '../whole-answer.js';
import { CONTENT_TYPES } from './content-types.js';
import { checkFields } from './field-checks.js';

const FRAMING = dataFraming('\n', '');
const CHUNK_BYTES = 2048;

export const openaiSpeech = openaiEndpoint({
  route: '/v1/audio/speech',
  checkBody: (request) => checkFields(getJsonBody(request)),
  answer(request) {
    const { input, voice, response_format: asked, stream_format: streamFormat } = asFields(request.json());
    const format = typeof asked === 'string' ? (asked as SpeechFormat) : 'mp3';
    const voiceName = typeof voice === 'string' ? voice : String(asFields(voice).id);
    const audio = getSpeech(String(input), voiceName, format);
    if (streamFormat === 'sse') return eventAnswer(FRAMING, buildEvents(audio, String(input)));
    return wholeAnswer(audio, {
      contentType: CONTENT_TYPES[format],
      drip: { bytesPerWrite: CHUNK_BYTES, gapMs: 0 },
    });
  },
});

function buildEvents(audio: Buffer, input: string): object[] {
  const deltas = [...evenChunks(audio, CHUNK_BYTES)].map((chunk) => ({
    type: 'speech.audio.delta',
    audio: chunk.toString('base64'),
  }));
  const inputTokens = parseWords(input).length;
  const usage = {
    input_tokens: inputTokens,
    output_tokens: deltas.length,
    total_tokens: inputTokens + deltas.length,
  };
  return [...deltas, { type: 'speech.audio.done', usage }];
}

import { GatewayError } from '#canonical';
import { countTokens } from '#tokenizer';
import { encodeTypedEvent } from '#wire';
import { applyStartDirectives } from '../apply-start-directives.js';
import { readDirectives } from '../directives.js';
import { type ModelHandler, getJsonBody, sendChunks } from '../send.js';
import { encodePcm, encodeWav } from './encode-wav.js';
import { synthesise } from './synthesise.js';
import { VOICE_NAMES, type Voice, findVoice } from './voices.js';

const CONTENT_TYPES = { wav: 'audio/wav', pcm: 'audio/pcm' };

interface SpeechRequest {
  input: string;
  voice: Voice;
  format: 'wav' | 'pcm';
  speed: number;
  isStreamed: boolean;
}

interface WireRequest {
  input: string;
  voice: string | { id: string };
  response_format?: string | null;
  speed?: number | null;
  stream_format?: string | null;
}

/** Speaks a text with any of its voices. */
export const sandboxSpeech: ModelHandler = async (outbound, signal) => {
  const { input, voice, speed, format, isStreamed } = decodeSpeechRequest(getJsonBody(outbound));
  const { directives, text } = readDirectives(input, 'input');
  await applyStartDirectives(directives, signal);
  const speech = synthesise({ text, voice, speed });
  const audio = format === 'wav' ? encodeWav(speech, text) : encodePcm(speech);
  return sendChunks(isStreamed ? generateEvents(audio, await countTokens(text)) : audio, {
    contentType: isStreamed ? 'text/event-stream' : CONTENT_TYPES[format],
    // A sample has two bytes, so this is half of them.
    faultAfterBytes: speech.sampleCount,
    garbage: isStreamed ? 'data: {"type": "speech.audio.delta", %%%\n\n' : '%%% this is no sound %%%',
    directives,
    signal,
  });
};

/** An event for each chunk, then one with the usage. */
function* generateEvents(audio: Iterable<Buffer>, inputTokens: number): Generator<Uint8Array, void> {
  let outputTokens = 0;
  for (const chunk of audio) {
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

/** Decodes a request that the gateway has validated, so only the limits of the sandbox are checked. */
function decodeSpeechRequest(body: Uint8Array): SpeechRequest {
  const request = JSON.parse(Buffer.from(body).toString('utf8')) as WireRequest;
  return {
    input: request.input,
    voice: readVoice(request.voice),
    format: readFormat(request.response_format ?? 'wav'),
    speed: request.speed ?? 1,
    isStreamed: request.stream_format === 'sse',
  };
}

function readFormat(format: string): SpeechRequest['format'] {
  if (format === 'wav' || format === 'pcm') return format;
  throw new GatewayError(
    'unsupported-parameter',
    `"response_format" must be wav or pcm: the sandbox does not support ${format}.`,
    { param: 'response_format', code: 'unsupported_value' },
  );
}

function readVoice(voice: WireRequest['voice']): Voice {
  const name = typeof voice === 'string' ? voice : voice.id;
  const found = findVoice(name);
  if (found !== undefined) return found;
  throw new GatewayError('invalid-value', `"voice" must be one of ${VOICE_NAMES.join(', ')}.`, {
    param: 'voice',
  });
}

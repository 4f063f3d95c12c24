import { GatewayError } from '#canonical';
import { VOICE_NAMES, type Voice, findVoice } from './voices.js';

export interface SpeechOptions {
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

/** A request for speech as the sandbox reads it. The gateway has checked its outline, so only its own limits are left. */
export function readSpeechOptions(body: Uint8Array): SpeechOptions {
  const request = JSON.parse(Buffer.from(body).toString('utf8')) as WireRequest;
  return {
    input: request.input,
    voice: readVoice(request.voice),
    format: readFormat(request.response_format ?? 'wav'),
    speed: request.speed ?? 1,
    isStreamed: request.stream_format === 'sse',
  };
}

function readFormat(format: string): SpeechOptions['format'] {
  if (format === 'wav' || format === 'pcm') return format;
  throw new GatewayError(
    'unsupported-parameter',
    `"response_format" must be wav or pcm here: the sandbox does not make ${format}.`,
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

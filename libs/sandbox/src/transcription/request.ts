import { type Form, type TranscriptionRequest } from '#canonical';
import { type OutboundRequest } from '#egress';
import { TRANSCRIPTION_CLIENTS } from '#wire';

/** A request for a transcript, which the gateway has checked before. */
export function readTranscriptionOptions({ body, url }: OutboundRequest): TranscriptionRequest {
  const format = url.pathname.endsWith('/translations')
    ? 'openai-audio-translations'
    : 'openai-transcriptions';
  return TRANSCRIPTION_CLIENTS[format].decodeRequest(getForm(body));
}

function getForm(body: OutboundRequest['body']): Form {
  if (!(body instanceof Uint8Array)) return body;
  throw new Error('this model of the sandbox is asked in a form');
}

import { type Form, type TranscriptionRequest } from '#canonical';
import { type OutboundRequest } from '#egress';
import { TRANSCRIPTION_CLIENTS, TRANSCRIPT_CONTENT_TYPES } from '#wire';
import { applyStartDirectives } from '../apply-start-directives.js';
import { readDirectives } from '../directives.js';
import { type ModelHandler, sendChunks } from '../send.js';
import { encodeTranscriptBody, encodeTranscriptEvents } from './encode-transcript.js';
import { transcribe } from './transcribe.js';

/** Formats that can be streamed word by word. */
const STREAMABLE_FORMATS = new Set(['json', 'text', 'diarized_json']);

/** Transcribes English recordings. Directives are in the prompt. */
export const sandboxTranscribe: ModelHandler = async (outbound, signal) => {
  const request = decodeTranscriptionRequest(outbound);
  const { directives } = readDirectives(request.prompt ?? '', 'prompt');
  await applyStartDirectives(directives, signal);
  const transcription = await transcribe(request.file.path);
  const isStreamed = request.isStreamed && STREAMABLE_FORMATS.has(request.format);
  const chunks = isStreamed
    ? encodeTranscriptEvents(transcription, request)
    : splitInHalves(encodeTranscriptBody(transcription, request));
  return sendChunks(chunks, {
    contentType: isStreamed ? 'text/event-stream' : TRANSCRIPT_CONTENT_TYPES[request.format],
    faultAfterBytes: chunks.reduce((sum, { length }) => sum + length, 0) / 3,
    garbage: isStreamed ? 'data: {"type": "transcript.text.delta", %%%\n\n' : '%%% this is no transcript %%%',
    directives,
    signal,
  });
};

/** A complete response has two chunks, so that a fault can occur between them. */
function splitInHalves(bytes: Buffer): Buffer[] {
  const middle = Math.ceil(bytes.length / 2);
  return [bytes.subarray(0, middle), bytes.subarray(middle)];
}

/** Decodes a transcription request, which the gateway has validated. */
function decodeTranscriptionRequest({ body, url }: OutboundRequest): TranscriptionRequest {
  const format = url.pathname.endsWith('/translations')
    ? 'openai-audio-translations'
    : 'openai-transcriptions';
  return TRANSCRIPTION_CLIENTS[format].decodeRequest(getForm(body));
}

function getForm(body: OutboundRequest['body']): Form {
  if (!(body instanceof Uint8Array)) return body;
  throw new Error('this sandbox model requires a form request');
}

import { type Form, type TranscriptionRequest } from '#canonical';
import { type OutboundRequest } from '#egress';
import { TRANSCRIPTION_CLIENTS, TRANSCRIPT_CONTENT_TYPES } from '#wire';
import { beginAsDirected } from '../begin-as-directed.js';
import { readDirectives } from '../directives.js';
import { type ModelAnswer, sendChunks } from '../send.js';
import { transcriptBytes, transcriptEvents } from './answer-bytes.js';
import { transcribe } from './transcribe.js';

/** Formats that can also come word by word. */
const STREAMED = new Set(['json', 'text', 'diarized_json']);

/** Listens to recordings. What it is to do besides stands in the prompt; it understands English only. */
export const sandboxTranscribe: ModelAnswer = async (outbound, signal) => {
  const options = readTranscriptionOptions(outbound);
  const { directives } = readDirectives(options.prompt ?? '', 'prompt');
  await beginAsDirected(directives, signal);
  const transcribed = await transcribe(options.file.path);
  const isStreamed = options.isStreamed && STREAMED.has(options.format);
  const chunks = isStreamed
    ? transcriptEvents(transcribed, options)
    : toHalves(transcriptBytes(transcribed, options));
  return sendChunks(chunks, {
    contentType: isStreamed ? 'text/event-stream' : TRANSCRIPT_CONTENT_TYPES[options.format],
    faultAfterBytes: chunks.reduce((sum, { length }) => sum + length, 0) / 3,
    garbage: isStreamed ? 'data: {"type": "transcript.text.delta", %%%\n\n' : '%%% this is no transcript %%%',
    directives,
    signal,
  });
};

/** A whole answer can go wrong only between two chunks of it. */
function toHalves(bytes: Buffer): Buffer[] {
  const middle = Math.ceil(bytes.length / 2);
  return [bytes.subarray(0, middle), bytes.subarray(middle)];
}

/** A request for a transcript, which the gateway has checked before. */
function readTranscriptionOptions({ body, url }: OutboundRequest): TranscriptionRequest {
  const format = url.pathname.endsWith('/translations')
    ? 'openai-audio-translations'
    : 'openai-transcriptions';
  return TRANSCRIPTION_CLIENTS[format].decodeRequest(getForm(body));
}

function getForm(body: OutboundRequest['body']): Form {
  if (!(body instanceof Uint8Array)) return body;
  throw new Error('this model of the sandbox is asked in a form');
}

import { TRANSCRIPT_CONTENT_TYPES } from '#wire';
import { beginAsDirected } from '../begin-as-directed.js';
import { readDirectives } from '../directives.js';
import { type ModelAnswer } from '../model-answer.js';
import { sendPieces } from '../send.js';
import { transcriptBytes, transcriptEvents } from './answer-bytes.js';
import { readTranscriptionWish } from './request.js';
import { transcribe } from './transcribe.js';

/** Formats that can also come word by word. */
const STREAMED = new Set(['json', 'text', 'diarized_json']);

/** Listens to recordings. What it is to do besides stands in the prompt; it understands English only. */
export const sandboxTranscribe: ModelAnswer = async (outbound, signal) => {
  const wish = readTranscriptionWish(outbound);
  const { directives } = readDirectives(wish.prompt ?? '', 'prompt');
  await beginAsDirected(directives, signal);
  const heard = await transcribe(wish.file.path);
  const isStreamed = wish.isStreamed && STREAMED.has(wish.format);
  const pieces = isStreamed ? transcriptEvents(heard, wish) : halvesOf(transcriptBytes(heard, wish));
  return sendPieces(pieces, {
    contentType: isStreamed ? 'text/event-stream' : TRANSCRIPT_CONTENT_TYPES[wish.format],
    faultAfterBytes: pieces.reduce((sum, { length }) => sum + length, 0) / 3,
    garbage: isStreamed ? 'data: {"type": "transcript.text.delta", %%%\n\n' : '%%% this is no transcript %%%',
    directives,
    signal,
  });
};

/** A whole answer can go wrong only between two pieces of it. */
function halvesOf(bytes: Buffer): Buffer[] {
  const middle = Math.ceil(bytes.length / 2);
  return [bytes.subarray(0, middle), bytes.subarray(middle)];
}

import { type Form, GatewayError, type TranscriptionRequest } from '#canonical';
import { type UpstreamResponse } from '#egress';
import { single } from '#upstream';
import {
  TRANSCRIPT_CONTENT_TYPES,
  createTranscriptTap,
  decodeTranscript,
  encodeTranscript,
  retargetForm,
} from '#wire';
import { type OperationAttempt } from '../operation-attempt.js';
import { TypedEventStream } from '../typed-event-stream.js';

/**
 * Forwards the form unchanged. The type of the response depends on the model and the requested format: not all models
 * can stream.
 */
export async function forwardRecording(
  attempt: OperationAttempt,
  decoded: TranscriptionRequest,
  form: Form,
): Promise<void> {
  const responseKind = decoded.isStreamed ? 'stream' : 'whole';
  const response = await attempt.post(retargetForm(form, attempt.upstreamModel), 'anything', {
    responseKind,
  });
  const contentType = single(response.headers['content-type']) ?? '';
  if (/^text\/event-stream\b/i.test(contentType) && decoded.isStreamed) {
    const tap = createTranscriptTap(attempt.secrets);
    return attempt.forwardEvents(response, new TypedEventStream(tap));
  }
  if (/\bjson\b/i.test(contentType)) return forwardJson(attempt, decoded, response);
  const isText = TRANSCRIPT_CONTENT_TYPES[decoded.format].startsWith('text/');
  if (isText && /^(text\/(plain|vtt|srt)|application\/(x-subrip|octet-stream))\b/i.test(contentType)) {
    return forwardText(attempt, decoded, response);
  }
  response.discard();
  throw new GatewayError(
    'upstream-bad-response',
    'The provider returned a response in an unexpected format.',
  );
}

/** Some servers return JSON for every requested format. */
async function forwardJson(
  attempt: OperationAttempt,
  decoded: TranscriptionRequest,
  response: UpstreamResponse,
): Promise<void> {
  const { bytes, json } = await attempt.readJson(response);
  const transcript = decodeTranscript(json);
  attempt.noteUsage(transcript.usage);
  const contentType = TRANSCRIPT_CONTENT_TYPES[decoded.format];
  const isJson = contentType === 'application/json';
  const body = isJson ? bytes : Buffer.from(encodeTranscript(transcript, decoded));
  await attempt.sendWhole(body, contentType, response);
}

async function forwardText(
  attempt: OperationAttempt,
  decoded: TranscriptionRequest,
  response: UpstreamResponse,
): Promise<void> {
  const bytes = await attempt.readWhole(response);
  await attempt.sendWhole(bytes, TRANSCRIPT_CONTENT_TYPES[decoded.format], response);
}

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

/** The form goes on as it came. What comes back depends on the model as much as on what was asked: not all can stream. */
export async function passRecording(
  attempt: OperationAttempt,
  asked: TranscriptionRequest,
  form: Form,
): Promise<void> {
  const answer = asked.isStreamed ? 'stream' : 'whole';
  const response = await attempt.post(retargetForm(form, attempt.upstreamModel), 'anything', { answer });
  const contentType = single(response.headers['content-type']) ?? '';
  if (/^text\/event-stream\b/i.test(contentType) && asked.isStreamed) {
    const tap = createTranscriptTap(attempt.secrets);
    return attempt.deliverEvents(response, new TypedEventStream(tap));
  }
  if (/\bjson\b/i.test(contentType)) return passJson(attempt, asked, response);
  const isText = TRANSCRIPT_CONTENT_TYPES[asked.format].startsWith('text/');
  if (isText && /^(text\/(plain|vtt|srt)|application\/(x-subrip|octet-stream))\b/i.test(contentType)) {
    return passText(attempt, asked, response);
  }
  response.discard();
  throw new GatewayError(
    'upstream-bad-response',
    'The model service answered in a form that was not asked for.',
  );
}

/** Some servers answer in JSON whatever the format. */
async function passJson(
  attempt: OperationAttempt,
  asked: TranscriptionRequest,
  response: UpstreamResponse,
): Promise<void> {
  const { bytes, json } = await attempt.readJson(response);
  const transcript = decodeTranscript(json);
  attempt.noteUsage(transcript.usage);
  const contentType = TRANSCRIPT_CONTENT_TYPES[asked.format];
  const isAsAsked = contentType === 'application/json';
  const answer = isAsAsked ? bytes : Buffer.from(encodeTranscript(transcript, asked));
  await attempt.sendWhole(answer, contentType, response);
}

async function passText(
  attempt: OperationAttempt,
  asked: TranscriptionRequest,
  response: UpstreamResponse,
): Promise<void> {
  const bytes = await attempt.readWhole(response);
  await attempt.sendWhole(bytes, TRANSCRIPT_CONTENT_TYPES[asked.format], response);
}

import { type UpstreamResponse } from '#egress';
import { single } from '#upstream';
import { createImageTap, holdsImages, readOpenAiAnswer, replaceImages } from '#wire';
import { type OperationAttempt } from '../operation-attempt.js';
import { TypedEventStream } from '../typed-event-stream.js';
import { dueImages } from './due-images.js';
import { type ReceivedImages } from './received-images.js';
import { sendAnswer } from './send-answer.js';

/** An event holds a whole image. */
const MAX_EVENT_BYTES = 16 * 1024 * 1024;

/**
 * The upstream speaks the client's format: bytes go both ways, but for images that come in another form than is due.
 */
export async function passThroughImages(attempt: OperationAttempt, received: ReceivedImages): Promise<void> {
  const { provider } = attempt.candidate;
  const { upstreamModel } = attempt;
  const body = received.forward(upstreamModel, provider.imageResponseFormat?.(upstreamModel) ?? 'as-asked');
  if (!received.asked.isStreamed) return passWhole(attempt, received, await attempt.post(body, 'json'));
  const response = await attempt.post(body, 'events-or-json');
  const isStream = /^text\/event-stream\b/i.test(single(response.headers['content-type']) ?? '');
  return isStream ? passEvents(attempt, response) : passAsEvents(attempt, received, response);
}

async function passWhole(
  attempt: OperationAttempt,
  { asked }: ReceivedImages,
  response: UpstreamResponse,
): Promise<void> {
  const { bytes, json } = await attempt.readJson(response);
  const { images, usage } = readOpenAiAnswer(json);
  attempt.noteUsage(usage);
  const isAsDue = asked.delivery === 'bytes' && holdsImages(json);
  const answer = isAsDue ? bytes : replaceImages(json, await dueImages(attempt, images, asked));
  await attempt.sendJson(answer, response);
}

async function passEvents(attempt: OperationAttempt, response: UpstreamResponse): Promise<void> {
  const events = new TypedEventStream(createImageTap(attempt.secrets));
  await attempt.deliverEvents(response, events, { maxEventBytes: MAX_EVENT_BYTES });
}

/** Many servers that copy the format know of no streams, and answer whole. */
async function passAsEvents(
  attempt: OperationAttempt,
  received: ReceivedImages,
  response: UpstreamResponse,
): Promise<void> {
  const { json } = await attempt.readJson(response);
  await sendAnswer(attempt, received, { ...readOpenAiAnswer(json), response });
}

import { type UpstreamResponse } from '#egress';
import { createImageTap, holdsPictures, readOpenAiAnswer, replacePictures } from '#wire';
import { single } from '../../upstream-call.js';
import { type Attempt } from '../attempt.js';
import { TypedEventStream } from '../typed-event-stream.js';
import { duePictures } from './due-pictures.js';
import { type ReceivedImages } from './received-images.js';
import { sendAnswer } from './send-answer.js';

/** An event holds a whole picture. */
const MAX_EVENT_BYTES = 16 * 1024 * 1024;

/** The upstream speaks the client's format: bytes go both ways, but for pictures that come in another form than is due. */
export async function passThroughImages(attempt: Attempt, received: ReceivedImages): Promise<void> {
  const { provider } = attempt.way;
  const { upstreamModel } = attempt;
  const body = received.forward(upstreamModel, provider.imageResponseFormat?.(upstreamModel) ?? 'as-asked');
  if (!received.asked.isStreamed) return passWhole(attempt, received, await attempt.post(body, 'json'));
  const response = await attempt.post(body, 'events-or-json');
  const isStream = /^text\/event-stream\b/i.test(single(response.headers['content-type']) ?? '');
  return isStream ? passEvents(attempt, response) : passAsEvents(attempt, received, response);
}

async function passWhole(
  attempt: Attempt,
  { asked }: ReceivedImages,
  response: UpstreamResponse,
): Promise<void> {
  const { bytes, json } = await attempt.readJson(response);
  const { images, usage } = readOpenAiAnswer(json);
  attempt.noteUsage(usage);
  const isAsDue = asked.delivery === 'bytes' && holdsPictures(json);
  const answer = isAsDue ? bytes : replacePictures(json, await duePictures(attempt, images, asked));
  await attempt.sendJson(answer, response);
}

async function passEvents(attempt: Attempt, response: UpstreamResponse): Promise<void> {
  const events = new TypedEventStream(createImageTap(attempt.secrets));
  await attempt.deliverEvents(response, events, { maxEventBytes: MAX_EVENT_BYTES });
}

/** Many servers that copy the format know of no streams, and answer in one piece. */
async function passAsEvents(
  attempt: Attempt,
  received: ReceivedImages,
  response: UpstreamResponse,
): Promise<void> {
  const { json } = await attempt.readJson(response);
  await sendAnswer(attempt, received, { ...readOpenAiAnswer(json), response });
}

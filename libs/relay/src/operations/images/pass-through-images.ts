import { type UpstreamResponse } from '#egress';
import { single } from '#upstream';
import { createImageTap, holdsImages, readOpenAiImages, replaceImages } from '#wire';
import { type OperationAttempt } from '../operation-attempt.js';
import { TypedEventStream } from '../typed-event-stream.js';
import { toRequestedForm } from './to-requested-form.js';
import { type DecodedImageRequest } from './decode-image-request.js';
import { sendImages } from './send-images.js';

/** An event has a complete image. */
const MAX_EVENT_BYTES = 16 * 1024 * 1024;

/**
 * The upstream uses the format of the client. Request and response are forwarded, but images in another form than
 * requested are converted.
 */
export async function passThroughImages(
  attempt: OperationAttempt,
  received: DecodedImageRequest,
): Promise<void> {
  const { provider } = attempt.candidate;
  const { upstreamModel } = attempt;
  const body = received.buildForwardedBody(
    upstreamModel,
    provider.imageResponseFormat?.(upstreamModel) ?? 'as-asked',
  );
  if (!received.decoded.isStreamed)
    return forwardResponse(attempt, received, await attempt.post(body, 'json'));
  const response = await attempt.post(body, 'events-or-json');
  const isStream = /^text\/event-stream\b/i.test(single(response.headers['content-type']) ?? '');
  return isStream ? forwardEvents(attempt, response) : convertToEvents(attempt, received, response);
}

async function forwardResponse(
  attempt: OperationAttempt,
  { decoded }: DecodedImageRequest,
  response: UpstreamResponse,
): Promise<void> {
  const { bytes, json } = await attempt.readJson(response);
  const { images, usage } = readOpenAiImages(json);
  attempt.noteUsage(usage);
  const isUnchanged = decoded.delivery === 'bytes' && holdsImages(json);
  const body = isUnchanged ? bytes : replaceImages(json, await toRequestedForm(attempt, images, decoded));
  await attempt.sendJson(body, response);
}

async function forwardEvents(attempt: OperationAttempt, response: UpstreamResponse): Promise<void> {
  const events = new TypedEventStream(createImageTap(attempt.secrets));
  await attempt.forwardEvents(response, events, { maxEventBytes: MAX_EVENT_BYTES });
}

/** Many compatible servers do not stream and send a complete response. */
async function convertToEvents(
  attempt: OperationAttempt,
  received: DecodedImageRequest,
  response: UpstreamResponse,
): Promise<void> {
  const { json } = await attempt.readJson(response);
  await sendImages(attempt, received, { ...readOpenAiImages(json), response });
}

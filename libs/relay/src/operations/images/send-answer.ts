import { type ImageAnswer } from '#canonical';
import { type UpstreamResponse } from '#egress';
import { type OperationAttempt } from '../operation-attempt.js';
import { dueImages } from './due-images.js';
import { imageFacts } from './image-facts.js';
import { type ReceivedImages } from './received-images.js';

export type MadeAnswer = Pick<ImageAnswer, 'images' | 'usage'> & { response: UpstreamResponse };

const EVENTS = 'text/event-stream; charset=utf-8';

/** Images that did not come in the client's own words; where it asked for a stream, its first event is its last. */
export async function sendAnswer(
  attempt: OperationAttempt,
  { client, asked }: ReceivedImages,
  { images, usage, response }: MadeAnswer,
): Promise<void> {
  attempt.noteUsage(usage);
  const answer: ImageAnswer = {
    createdAtSeconds: Math.floor(Date.now() / 1000),
    images: await dueImages(attempt, images, asked),
    facts: imageFacts(images),
    usage,
  };
  if (asked.isStreamed) {
    await attempt.sendWhole(Buffer.from(client.encodeEvents(answer, asked)), EVENTS, response);
  } else {
    const { requestId } = attempt;
    await attempt.sendJson(client.encodeResponse(answer, { asked, requestId }), response);
  }
}

import { type ImageAnswer, type ImageFacts, type MadeImage } from '#canonical';
import { type UpstreamResponse } from '#egress';
import { getImageSize, sniffMediaType } from '#media';
import { type OperationAttempt } from '../operation-attempt.js';
import { dueImages } from './due-images.js';
import { type ReceivedImages } from './received-images.js';
import { toBase64Head } from './image-head.js';

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

/** What can be seen of images whose maker says nothing of them. */
function imageFacts([first]: readonly MadeImage[]): ImageFacts {
  if (first?.source.kind !== 'bytes') return {};
  const head = toBase64Head(first.source.base64);
  const size = getImageSize(head);
  return {
    size: size === undefined ? undefined : `${size.width}x${size.height}`,
    outputFormat: /^image\/(\w+)$/.exec(sniffMediaType(head) ?? '')?.[1],
  };
}

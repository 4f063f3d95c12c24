import { type ImageResult, type ImageFacts, type MadeImage } from '#canonical';
import { type UpstreamResponse } from '#egress';
import { getImageSize, sniffMediaType } from '#media';
import { type OperationAttempt } from '../operation-attempt.js';
import { toRequestedForm } from './to-requested-form.js';
import { type DecodedImageRequest } from './decode-image-request.js';
import { toBase64Head } from './image-head.js';

export type GeneratedImages = Pick<ImageResult, 'images' | 'usage'> & { response: UpstreamResponse };

const EVENTS = 'text/event-stream; charset=utf-8';

/**
 * Sends images of an upstream with another format. If the client requested a stream, it gets all images in one event.
 */
export async function sendImages(
  attempt: OperationAttempt,
  { client, decoded }: DecodedImageRequest,
  { images, usage, response }: GeneratedImages,
): Promise<void> {
  attempt.noteUsage(usage);
  const result: ImageResult = {
    createdAtSeconds: Math.floor(Date.now() / 1000),
    images: await toRequestedForm(attempt, images, decoded),
    facts: detectImageFacts(images),
    usage,
  };
  if (decoded.isStreamed) {
    await attempt.sendWhole(Buffer.from(client.encodeEvents(result, decoded)), EVENTS, response);
  } else {
    const { requestId } = attempt;
    await attempt.sendJson(client.encodeResponse(result, { asked: decoded, requestId }), response);
  }
}

/** Facts read from the first image, for upstreams that report none. */
function detectImageFacts([first]: readonly MadeImage[]): ImageFacts {
  if (first?.source.kind !== 'bytes') return {};
  const head = toBase64Head(first.source.base64);
  const size = getImageSize(head);
  return {
    size: size === undefined ? undefined : `${size.width}x${size.height}`,
    outputFormat: /^image\/(\w+)$/.exec(sniffMediaType(head) ?? '')?.[1],
  };
}

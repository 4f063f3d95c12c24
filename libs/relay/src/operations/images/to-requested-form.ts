import { GatewayError, type ImageRequest, type MadeImage } from '#canonical';
import { FetchTime } from '#egress';
import { type MediaExtension, extensionFor, sniffMediaType } from '#media';
import { type OperationAttempt } from '../operation-attempt.js';
import { runInBatches } from '../batches.js';

const CONCURRENT_IMAGES = 4;

const MAX_IMAGE_BYTES = 50 * 1024 * 1024;

/** Converts images to the form that the client requested: base64, or links to stored files. */
export async function toRequestedForm(
  attempt: OperationAttempt,
  images: readonly MadeImage[],
  { delivery }: ImageRequest,
): Promise<MadeImage[]> {
  const time = new FetchTime();
  const prepared = await runInBatches(images, {
    maxSize: 1,
    concurrency: CONCURRENT_IMAGES,
    run: (batch) =>
      Promise.all(
        batch.map((image) =>
          delivery === 'url' ? storeImage(attempt, image, time) : inlineImage(attempt, image, time),
        ),
      ),
  });
  return prepared.flat();
}

async function inlineImage(attempt: OperationAttempt, image: MadeImage, time: FetchTime): Promise<MadeImage> {
  if (image.source.kind === 'bytes') return image;
  const bytes = await readBytes(attempt, image, time);
  getExtension(bytes);
  return { ...image, source: { kind: 'bytes', base64: bytes.toString('base64') } };
}

/** Stores the image at the gateway, because links of providers expire. */
async function storeImage(attempt: OperationAttempt, image: MadeImage, time: FetchTime): Promise<MadeImage> {
  const { media } = attempt.services;
  const bytes = await readBytes(attempt, image, time);
  const extension = getExtension(bytes);
  const saved = await media.save(bytes, {
    extension,
    maxBytes: MAX_IMAGE_BYTES,
    owner: attempt.owner,
  });
  return { ...image, source: { kind: 'url', url: media.linkTo(saved) } };
}

async function readBytes(attempt: OperationAttempt, { source }: MadeImage, time: FetchTime): Promise<Buffer> {
  return source.kind === 'bytes'
    ? Buffer.from(source.base64, 'base64')
    : fetchImage(attempt, source.url, time);
}

function getExtension(bytes: Buffer): MediaExtension {
  const mediaType = sniffMediaType(bytes) ?? '';
  const extension = mediaType.startsWith('image/') ? extensionFor(mediaType) : undefined;
  if (extension !== undefined) return extension;
  throw new GatewayError('upstream-bad-response', 'The provider returned a file that is not an image.');
}

/**
 * Fetches an image that the upstream returned as a link. Links to other addresses than the upstream's own are checked
 * like links of clients.
 */
async function fetchImage(attempt: OperationAttempt, link: string, time: FetchTime): Promise<Buffer> {
  if (!URL.canParse(link)) throw invalidLink();
  const url = new URL(link);
  if (attempt.isAtUpstream(url)) return attempt.fetchFromUpstream(url, MAX_IMAGE_BYTES);
  try {
    const { base64 } = await attempt.services.fetchMedia(link, { time });
    return Buffer.from(base64, 'base64');
  } catch (error) {
    throw invalidLink(error);
  }
}

/** The upstream chose the link, so this is an error of the upstream. */
function invalidLink(cause?: unknown): GatewayError {
  return new GatewayError(
    'upstream-bad-response',
    'The provider returned a link that cannot be downloaded.',
    { cause },
  );
}

import { GatewayError, type ImageRequest, type MadeImage } from '#canonical';
import { FetchTime } from '#egress';
import { type MediaExtension, extensionFor, sniffMediaType } from '#media';
import { type OperationAttempt } from '../operation-attempt.js';
import { inBatches } from '../batches.js';

const IMAGES_AT_ONCE = 4;

const MAX_IMAGE_BYTES = 50 * 1024 * 1024;

/** Images in the form that the client is due: bytes, or links to files that are the gateway's own. */
export async function dueImages(
  attempt: OperationAttempt,
  images: readonly MadeImage[],
  { delivery }: ImageRequest,
): Promise<MadeImage[]> {
  const time = new FetchTime();
  const due = await inBatches(images, {
    max: 1,
    atOnce: IMAGES_AT_ONCE,
    run: (batch) =>
      Promise.all(
        batch.map((image) =>
          delivery === 'url' ? keep(attempt, image, time) : withBytes(attempt, image, time),
        ),
      ),
  });
  return due.flat();
}

async function withBytes(attempt: OperationAttempt, image: MadeImage, time: FetchTime): Promise<MadeImage> {
  if (image.source.kind === 'bytes') return image;
  const bytes = await readBytes(attempt, image, time);
  getExtension(bytes);
  return { ...image, source: { kind: 'bytes', base64: bytes.toString('base64') } };
}

/** Links of services expire, and lead to places that clients have no business at. */
async function keep(attempt: OperationAttempt, image: MadeImage, time: FetchTime): Promise<MadeImage> {
  const { media } = attempt.tools;
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
  throw new GatewayError('upstream-bad-response', 'The model service sent something that is no image.');
}

/** What an upstream links to instead of sending it. Its word counts no more than a stranger's, but at its own address. */
async function fetchImage(attempt: OperationAttempt, link: string, time: FetchTime): Promise<Buffer> {
  if (!URL.canParse(link)) throw badLink();
  const url = new URL(link);
  if (attempt.isAtUpstream(url)) return attempt.fetchFromUpstream(url, MAX_IMAGE_BYTES);
  try {
    const { base64 } = await attempt.tools.fetchMedia(link, { time });
    return Buffer.from(base64, 'base64');
  } catch (error) {
    throw badLink(error);
  }
}

/** The client has not chosen the link: that it is bad is the upstream's fault. */
function badLink(cause?: unknown): GatewayError {
  return new GatewayError(
    'upstream-bad-response',
    'The model service answered with a link that cannot be followed.',
    { cause },
  );
}

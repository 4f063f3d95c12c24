import { GatewayError, type ImageRequest, type MadeImage } from '#canonical';
import { type MediaExtension, extensionFor, sniffMediaType } from '#media';
import { type Attempt } from '../attempt.js';
import { inBatches } from '../batches.js';
import { MAX_PICTURE_BYTES, fetchPicture } from './fetch-picture.js';

const PICTURES_AT_ONCE = 4;

/** Pictures in the form that the client is due: bytes, or links to files that are the gateway's own. */
export async function duePictures(
  attempt: Attempt,
  images: readonly MadeImage[],
  { delivery }: ImageRequest,
): Promise<MadeImage[]> {
  const due = await inBatches(images, {
    most: 1,
    atOnce: PICTURES_AT_ONCE,
    run: (batch) =>
      Promise.all(
        batch.map((image) => (delivery === 'url' ? keep(attempt, image) : withBytes(attempt, image))),
      ),
  });
  return due.flat();
}

async function withBytes(attempt: Attempt, image: MadeImage): Promise<MadeImage> {
  if (image.source.kind === 'bytes') return image;
  const bytes = await bytesOf(attempt, image);
  extensionOf(bytes);
  return { ...image, source: { kind: 'bytes', base64: bytes.toString('base64') } };
}

/** Links of services expire, and lead to places that clients have no business at. */
async function keep(attempt: Attempt, image: MadeImage): Promise<MadeImage> {
  const { media } = attempt.parts;
  const bytes = await bytesOf(attempt, image);
  const extension = extensionOf(bytes);
  const saved = await media.save(bytes, {
    extension,
    maxBytes: MAX_PICTURE_BYTES,
    owner: attempt.owner,
  });
  return { ...image, source: { kind: 'url', url: media.linkTo(saved) } };
}

async function bytesOf(attempt: Attempt, { source }: MadeImage): Promise<Buffer> {
  return source.kind === 'bytes' ? Buffer.from(source.base64, 'base64') : fetchPicture(attempt, source.url);
}

function extensionOf(bytes: Buffer): MediaExtension {
  const mediaType = sniffMediaType(bytes) ?? '';
  const extension = mediaType.startsWith('image/') ? extensionFor(mediaType) : undefined;
  if (extension !== undefined) return extension;
  throw new GatewayError('upstream-bad-response', 'The model service sent something that is no picture.');
}

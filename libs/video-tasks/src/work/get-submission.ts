import { type VideoImage, type VideoRequest } from '#canonical';
import { type PublicFetcher, readWholeBody } from '#egress';
import { type MediaStore } from '#media';
import { type KeptImage, type VideoTask } from '../task.js';

const MAX_IMAGE_BYTES = 32 * 1024 * 1024;

interface ImageSources {
  media: Pick<MediaStore, 'open'>;
  fetcher: Pick<PublicFetcher, 'fetch'>;
}

/** The request as the upstream gets it: images from our store as bytes, and links opened where it opens none. */
export async function getSubmission(
  { request }: VideoTask,
  sources: ImageSources,
  { needsBytes }: { needsBytes: boolean },
): Promise<VideoRequest> {
  // One after the other: a task is in no hurry, and each image may be large.
  const images: VideoImage[] = [];
  for (const image of request.images) images.push(await readImage(image, sources, needsBytes));
  return { ...request, images };
}

async function readImage(
  image: KeptImage,
  { media, fetcher }: ImageSources,
  needsBytes: boolean,
): Promise<VideoImage> {
  if (image.kind === 'stored') {
    const file = await media.open(image.id, image.extension);
    if (file === undefined) throw new Error('an image of this task is gone');
    const bytes = await readWholeBody(await file.read(), MAX_IMAGE_BYTES);
    return { kind: 'bytes', mediaType: image.mediaType, base64: bytes.toString('base64') };
  }
  if (!needsBytes) return image;
  const { mediaType, bytes } = await fetcher.fetch(image.url, { maxBytes: MAX_IMAGE_BYTES });
  return { kind: 'bytes', mediaType: mediaType ?? 'image/png', base64: bytes.toString('base64') };
}

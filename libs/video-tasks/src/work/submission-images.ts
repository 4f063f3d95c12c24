import { GatewayError, type VideoImage } from '#canonical';
import { type PublicFetcher, FetchTime, readWholeBody } from '#egress';
import { type MediaStore, parseMediaName } from '#media';
import { type VideoCapability, unsupported } from '#providers';
import { type KeptImage, type VideoTask } from '../task.js';
import { type WorkDependencies } from './work-dependencies.js';

const MAX_IMAGE_BYTES = 32 * 1024 * 1024;
const LINK_FAULT = 'url_not_allowed';

interface ImageSources {
  media: Pick<MediaStore, 'open' | 'linkTo'>;
  fetcher: Pick<PublicFetcher, 'isAllowed'>;
  fetchLink: (link: LinkedImage) => Promise<VideoImage>;
}

type StoredImage = Extract<KeptImage, { kind: 'stored' }>;
type LinkedImage = Extract<KeptImage, { kind: 'url' }>;
type ImageNeeds = Pick<VideoCapability, 'needsImageBytes' | 'needsImageLinks'>;

/** The images as the upstream gets them: those of our store as bytes, and links fetched where it takes none. */
export async function readImages(
  task: VideoTask,
  dependencies: WorkDependencies,
  needs: ImageNeeds,
): Promise<VideoImage[]> {
  const { media, fetcher, transitions, settings } = dependencies;
  const time = new FetchTime();
  const { linksMs, stepLeaseMs } = settings;
  const hasLinks = task.request.images.some(({ kind }) => kind === 'url');
  if (hasLinks && needs.needsImageBytes) {
    await transitions.touch(task, { at: { lease_until: linksMs + stepLeaseMs } });
  }
  const fetchLink = (image: LinkedImage): Promise<VideoImage> =>
    time.during(linksMs, (signal) => fetchImage(image, fetcher, { signal, timeoutMs: linksMs }));
  // One after the other: a task is in no hurry, and each image may be large.
  const images: VideoImage[] = [];
  for (const image of task.request.images) {
    images.push(
      await readImage(image, { media, fetcher, fetchLink }, needs).catch((error) => blame(image, error)),
    );
  }
  return images;
}

/** Whether a link of the client has not delivered an image. */
export function isLinkFault({ code }: GatewayError): boolean {
  return code === LINK_FAULT;
}

async function readImage(
  image: KeptImage,
  { media, fetcher, fetchLink }: ImageSources,
  { needsImageBytes = false, needsImageLinks = false }: ImageNeeds,
): Promise<VideoImage> {
  if (image.kind === 'url') return needsImageBytes ? fetchLink(image) : { kind: 'url', url: image.url };
  if (needsImageLinks) return linkTo(image, { media, fetcher });
  const file = await media.open(image.id, image.extension);
  if (file === undefined) throw new Error('an image of this task is gone');
  const bytes = await readWholeBody(await file.read(), MAX_IMAGE_BYTES);
  return { kind: 'bytes', mediaType: image.mediaType, base64: bytes.toString('base64') };
}

async function fetchImage(
  { url }: LinkedImage,
  fetcher: Pick<PublicFetcher, 'fetch'>,
  limits: { signal: AbortSignal; timeoutMs: number },
): Promise<VideoImage> {
  const { mediaType, bytes } = await fetcher.fetch(url, { maxBytes: MAX_IMAGE_BYTES, ...limits });
  return { kind: 'bytes', mediaType: mediaType ?? 'image/png', base64: bytes.toString('base64') };
}

/** A link to our own store is of use only where strangers can reach it. */
async function linkTo(
  { id, extension }: StoredImage,
  { media, fetcher }: Pick<ImageSources, 'media' | 'fetcher'>,
): Promise<VideoImage> {
  const name = parseMediaName(`${id}.${extension}`);
  const url = name === undefined ? '' : media.linkTo(name);
  if (await fetcher.isAllowed(url)) return { kind: 'url', url };
  throw unsupported(
    'images',
    'This model opens links, and this gateway has no public address for its files.',
  );
}

function blame(image: KeptImage, error: unknown): never {
  if (!(error instanceof GatewayError) || !isLinkFault(error) || image.kind !== 'url') throw error;
  throw new GatewayError(error.kind, error.message, { param: image.param, code: error.code });
}

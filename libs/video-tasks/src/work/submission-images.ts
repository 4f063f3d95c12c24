import { GatewayError, type VideoImage } from '#canonical';
import { FetchTime, PublicFetcher, readWholeBody } from '#egress';
import { type MediaExtension, MediaStore, extensionFor, parseMediaName } from '#media';
import { type VideoCapability, unsupported } from '#providers';
import { LOGGER, type Logger } from '#telemetry';
import { Inject, Injectable } from '@nestjs/common';
import { OutcomeRepository } from '../outcomes.repository.js';
import { type ImageFile, type KeptImage, type VideoTask } from '../task.js';
import { WorkOptions } from './work-options.js';

const MAX_IMAGE_BYTES = 32 * 1024 * 1024;
const LINK_FAULT = 'url_not_allowed';
const DEFAULT_MEDIA_TYPE = 'image/png';

interface ImageSources {
  media: Pick<MediaStore, 'open' | 'linkTo'>;
  fetcher: Pick<PublicFetcher, 'isAllowed'>;
  fetchLink: (link: LinkedImage) => Promise<VideoImage>;
}

type StoredImage = Extract<KeptImage, { kind: 'stored' }>;
type LinkedImage = Extract<KeptImage, { kind: 'url' }>;
type ImageNeeds = Pick<VideoCapability, 'needsImageBytes' | 'needsImageLinks'>;
type Downloads = Map<KeptImage, { mediaType: string; bytes: Buffer }>;

/** Loads the images of a submission. */
@Injectable()
export class SubmissionImages {
  constructor(
    private readonly media: MediaStore,
    private readonly fetcher: PublicFetcher,
    private readonly transitions: OutcomeRepository,
    private readonly options: WorkOptions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Stored images as bytes or links, and links downloaded if the upstream does not accept links. */
  async load(task: VideoTask, needs: ImageNeeds): Promise<VideoImage[]> {
    const { media, fetcher } = this;
    const time = new FetchTime();
    const { linksMs, stepLeaseMs } = this.options.settings;
    const hasLinks = task.request.images.some(({ kind }) => kind === 'url');
    if (hasLinks && needs.needsImageBytes) {
      await this.transitions.touch(task, { at: { lease_until: linksMs + stepLeaseMs } });
    }
    const downloads: Downloads = new Map();
    const fetchLink = async (image: LinkedImage): Promise<VideoImage> => {
      const { mediaType = DEFAULT_MEDIA_TYPE, bytes } = await time.during(linksMs, (signal) =>
        fetcher.fetch(image.url, { maxBytes: MAX_IMAGE_BYTES, signal, timeoutMs: linksMs }),
      );
      downloads.set(image, { mediaType, bytes });
      return toVideoImage(mediaType, bytes);
    };
    // Sequential, because tasks are not urgent and images can be large.
    const images: VideoImage[] = [];
    for (const image of task.request.images) {
      images.push(
        await readImage(image, { media, fetcher, fetchLink }, needs).catch((error) =>
          throwWithParam(image, error),
        ),
      );
    }
    if (downloads.size > 0) await this.storeDownloads(task, downloads);
    return images;
  }

  /**
   * Stores downloads with the task, so that further submissions send the same bytes and the time for downloads is not
   * used again. If that fails, a further submission downloads the links again.
   */
  private async storeDownloads(task: VideoTask, downloads: Downloads): Promise<void> {
    try {
      const images: KeptImage[] = [];
      for (const image of task.request.images) {
        const download = downloads.get(image);
        if (download === undefined || image.kind !== 'url') images.push(image);
        else images.push({ ...image, copy: await storeDownload(download, task, this.media) });
      }
      await this.transitions.replaceRequest(task, { ...task.request, images });
    } catch (error) {
      this.logger.warn(
        { err: error, taskId: task.id },
        'the downloaded images of a video task could not be stored',
      );
    }
  }
}

/** Whether a link in the client's request has failed. */
export function isLinkFault({ code }: GatewayError): boolean {
  return code === LINK_FAULT;
}

async function readImage(
  image: KeptImage,
  { media, fetcher, fetchLink }: ImageSources,
  { needsImageBytes = false, needsImageLinks = false }: ImageNeeds,
): Promise<VideoImage> {
  if (image.kind === 'url') {
    if (!needsImageBytes) return { kind: 'url', url: image.url };
    const copy = image.copy && (await readFile(image.copy, media).catch(() => undefined));
    return copy ?? fetchLink(image);
  }
  if (needsImageLinks) return linkTo(image, { media, fetcher });
  const file = await readFile(image, media);
  if (file === undefined) throw new Error('an image of this task no longer exists');
  return file;
}

/** Undefined if the file no longer exists. */
async function readFile(
  { id, extension, mediaType }: ImageFile,
  media: Pick<MediaStore, 'open'>,
): Promise<VideoImage | undefined> {
  const file = await media.open(id, extension);
  return file && toVideoImage(mediaType, await readWholeBody(await file.read(), MAX_IMAGE_BYTES));
}

function toVideoImage(mediaType: string, bytes: Buffer): VideoImage {
  return { kind: 'bytes', mediaType, base64: bytes.toString('base64') };
}

async function storeDownload(
  { mediaType, bytes }: { mediaType: string; bytes: Buffer },
  { owner }: VideoTask,
  media: Pick<MediaStore, 'save'>,
): Promise<ImageFile> {
  const extension: MediaExtension = extensionFor(mediaType) ?? 'bin';
  const { id } = await media.save(bytes, { extension, maxBytes: bytes.length, owner });
  return { id, extension, mediaType };
}

/** A link to the media store works only if it is reachable from the Internet. */
async function linkTo(
  { id, extension }: StoredImage,
  { media, fetcher }: Pick<ImageSources, 'media' | 'fetcher'>,
): Promise<VideoImage> {
  const name = parseMediaName(`${id}.${extension}`);
  const url = name === undefined ? '' : media.linkTo(name);
  if (await fetcher.isAllowed(url)) return { kind: 'url', url };
  throw unsupported(
    'images',
    'This model requires links to images, and the media links of this gateway are not public (PUBLIC_URL).',
  );
}

function throwWithParam(image: KeptImage, error: unknown): never {
  if (!(error instanceof GatewayError) || !isLinkFault(error) || image.kind !== 'url') throw error;
  throw new GatewayError(error.kind, error.message, { param: image.param, code: error.code });
}

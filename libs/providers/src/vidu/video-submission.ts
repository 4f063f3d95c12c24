import { type JsonObject, type VideoRequest } from '#canonical';
import {
  imageAddress,
  present,
  refuseMembers,
  requireAtMostImages,
  requireWholeSeconds,
  unsupported,
  pickVendorMembers,
} from '../video-fields.js';
import { getRatio, getSides } from '../video-sizes.js';

const RATIOS = ['16:9', '9:16', '1:1', '4:3', '3:4'];
/** Lengths of the shorter side. */
const LINES = [360, 540, 720, 1080];
const MAX_REFERENCES = 7;

type ViduKind = 'text2video' | 'img2video' | 'start-end2video' | 'reference2video';

/** The shape of these videos is that of the images, and no other can be requested. */
const SHAPED_BY_IMAGES: ReadonlySet<ViduKind> = new Set(['img2video', 'start-end2video']);

/** Names of members that the request sets itself, and that metadata must not override. */
const REQUEST_MEMBERS =
  'model prompt images image duration seconds size width height fps n seed callback_url'.split(' ');

/** One image is the first frame, two are the first and the last frame, more are references. */
export function getKind({ images }: VideoRequest): ViduKind {
  if (images.length === 0) return 'text2video';
  if (images.length === 1) return 'img2video';
  return images.length === 2 ? 'start-end2video' : 'reference2video';
}

export function encodeSubmission(
  request: VideoRequest,
  upstreamModel: string,
  callbackUrl?: string,
): JsonObject {
  const { prompt, images, durationSeconds, seed, metadata } = request;
  refuseMembers(request, ['negativePrompt', 'framesPerSecond', 'mode']);
  requireWholeSeconds(request);
  requireAtMostImages(request, MAX_REFERENCES);
  const members = present({
    model: upstreamModel,
    prompt: prompt === '' ? undefined : prompt,
    images: images.length === 0 ? undefined : images.map(imageAddress),
    duration: durationSeconds,
    seed,
    callback_url: callbackUrl,
    ...getShape(request),
  });
  return { ...pickVendorMembers(metadata, [...REQUEST_MEMBERS, ...Object.keys(members)]), ...members };
}

function getShape(request: VideoRequest): { aspect_ratio?: string; resolution?: string } {
  const resolution = getResolution(request);
  if (!SHAPED_BY_IMAGES.has(getKind(request))) return { aspect_ratio: getRatio(request, RATIOS), resolution };
  if (request.aspectRatio !== undefined && resolution === undefined) {
    throw unsupported('aspect_ratio', 'With a first frame, the video has the aspect ratio of that image.');
  }
  return { resolution };
}

function getResolution(request: VideoRequest): string | undefined {
  const sides = getSides(request);
  if (sides === undefined) return undefined;
  const lines = Math.min(sides.width, sides.height);
  if (!LINES.includes(lines)) {
    throw unsupported(
      'size',
      `This model supports videos with a shorter side of ${LINES.join(', ')} pixels.`,
    );
  }
  return `${lines}p`;
}

import { type JsonObject, type VideoImage, type VideoRequest } from '#canonical';
import {
  imageAddress,
  present,
  refuseMembers,
  requireWholeSeconds,
  unsupported,
  pickVendorMembers,
} from '../video-fields.js';
import { getRatio, getResolution, getSides } from '../video-sizes.js';

const RATIOS = ['16:9', '9:16', '1:1', '4:3', '3:4'];
const RESOLUTIONS = { '480P': 832 * 480, '720P': 1280 * 720, '1080P': 1920 * 1080 };

const MAX_IMAGES = 2;

/** From this version on, all models have the same request format. */
const UNIFIED_VERSION = 2.7;

/** Names of members that the request sets itself, and that metadata must not override. */
const REQUEST_MEMBERS = (
  'model prompt negative_prompt images image media img_url first_frame_url last_frame_url duration seconds width ' +
  'height fps n seed'
).split(' ');

/** Vendor members that belong in `input`; all others belong in `parameters`. */
const INPUT_MEMBERS = new Set(['audio_url', 'template', 'reference_urls', 'reference_video_urls']);

/** Older models have another endpoint for two frames than for one. */
export function getPath({ images }: VideoRequest, upstreamModel: string): string {
  const isBetweenFrames = images.length === MAX_IMAGES && !isUnified(upstreamModel);
  return `/services/aigc/${isBetweenFrames ? 'image2video' : 'video-generation'}/video-synthesis`;
}

export function encodeSubmission(request: VideoRequest, upstreamModel: string): JsonObject {
  refuseMembers(request, ['framesPerSecond', 'mode']);
  requireWholeSeconds(request);
  if (request.images.length > MAX_IMAGES) {
    throw unsupported('images', 'This model accepts only a first and a last frame.');
  }
  const { prompt, negativePrompt, images, durationSeconds, seed, metadata } = request;
  const shape = isUnified(upstreamModel) ? getNamedShape(request) : getShape(request);
  const parameters = present({ ...shape, duration: durationSeconds, seed });
  const others = pickVendorMembers(metadata, [...REQUEST_MEMBERS, ...Object.keys(parameters)]);
  return {
    model: upstreamModel,
    input: {
      ...pick(others, (name) => INPUT_MEMBERS.has(name)),
      ...present({ prompt: prompt === '' ? undefined : prompt, negative_prompt: negativePrompt }),
      ...(isUnified(upstreamModel) ? encodeMedia(images) : encodeFrames(images)),
    },
    parameters: { ...pick(others, (name) => !INPUT_MEMBERS.has(name)), ...parameters },
  };
}

/** The version is part of the name. A name without one is a newer model. */
function isUnified(upstreamModel: string): boolean {
  const [, isOld, version] = /^wan(x?)(\d+\.\d+)/.exec(upstreamModel) ?? [];
  return version === undefined
    ? !upstreamModel.startsWith('wanx')
    : isOld === '' && Number(version) >= UNIFIED_VERSION;
}

function encodeMedia(images: readonly VideoImage[]): JsonObject {
  if (images.length === 0) return {};
  const types = ['first_frame', 'last_frame'];
  return { media: images.map((image, index) => ({ type: types[index] ?? '', url: imageAddress(image) })) };
}

function encodeFrames(images: readonly VideoImage[]): JsonObject {
  const [first, last] = images.map(imageAddress);
  if (first === undefined) return {};
  return last === undefined ? { img_url: first } : { first_frame_url: first, last_frame_url: last };
}

function getNamedShape(request: VideoRequest): { resolution?: string; ratio?: string } {
  const resolution = getResolution(request, RESOLUTIONS);
  if (request.images.length === 0) return { resolution, ratio: getRatio(request, RATIOS) };
  refuseRatio(request, 'With a first frame, the video has the aspect ratio of that image.');
  return { resolution };
}

function getShape(request: VideoRequest): { size?: string; resolution?: string } {
  if (request.images.length > 0) {
    refuseRatio(request, 'With a first frame, the video has the aspect ratio of that image.');
    return { resolution: getResolution(request, RESOLUTIONS) };
  }
  refuseRatio(request, 'This model requires a size instead of an aspect ratio.');
  const sides = getSides(request);
  return sides === undefined ? {} : { size: `${sides.width}*${sides.height}` };
}

function refuseRatio(request: VideoRequest, message: string): void {
  const { aspectRatio, width } = request;
  if (aspectRatio !== undefined && width === undefined) throw unsupported('aspect_ratio', message);
}

function pick(members: JsonObject, isWanted: (name: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([name]) => isWanted(name)));
}

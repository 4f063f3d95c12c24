import { type JsonObject, type VideoImage, type VideoRequest } from '#canonical';
import {
  present,
  refuseMembers,
  requireWholeSeconds,
  unsupported,
  pickVendorMembers,
} from './video-fields.js';

const SHAPES: Readonly<Record<string, { aspectRatio: string; resolution: string }>> = {
  '1280x720': { aspectRatio: '16:9', resolution: '720p' },
  '720x1280': { aspectRatio: '9:16', resolution: '720p' },
  '1920x1080': { aspectRatio: '16:9', resolution: '1080p' },
  '1080x1920': { aspectRatio: '9:16', resolution: '1080p' },
  '3840x2160': { aspectRatio: '16:9', resolution: '4k' },
  '2160x3840': { aspectRatio: '9:16', resolution: '4k' },
};

const RATIOS = new Set(Object.values(SHAPES).map(({ aspectRatio }) => aspectRatio));

/** The only supported frame rate. */
const FRAMES_PER_SECOND = 24;
const MAX_REFERENCES = 3;

/** Names of members that the request sets itself, and that metadata must not override. */
const REQUEST_MEMBERS = (
  'model prompt durationSeconds duration seconds size width height fps seed ' +
  'n sampleCount numberOfVideos image lastFrame referenceImages'
).split(' ');

export function encodeSubmission(request: VideoRequest): JsonObject {
  const { prompt, images, framesPerSecond } = request;
  if (framesPerSecond !== undefined && framesPerSecond !== FRAMES_PER_SECOND) {
    throw unsupported('fps', `This model supports only ${FRAMES_PER_SECOND} frames per second.`);
  }
  refuseMembers(request, ['mode']);
  return { instances: [{ prompt, ...encodeImages(images) }], parameters: encodeParameters(request) };
}

function encodeParameters(request: VideoRequest): JsonObject {
  const { durationSeconds, negativePrompt, metadata } = request;
  requireWholeSeconds(request);
  const parameters = { ...present({ durationSeconds, negativePrompt }), ...getShape(request) };
  return { ...pickVendorMembers(metadata, [...REQUEST_MEMBERS, ...Object.keys(parameters)]), ...parameters };
}

function getShape({ width, height, aspectRatio }: VideoRequest): JsonObject | undefined {
  if (width === undefined && height === undefined) return getRatio(aspectRatio);
  const shape = SHAPES[`${width}x${height}`];
  if (shape === undefined) {
    throw unsupported('size', `This model supports the sizes ${Object.keys(SHAPES).join(', ')}.`);
  }
  return shape;
}

function getRatio(aspectRatio: string | undefined): JsonObject | undefined {
  if (aspectRatio === undefined) return undefined;
  if (!RATIOS.has(aspectRatio)) {
    throw unsupported('aspect_ratio', `This model supports the aspect ratios ${[...RATIOS].join(' and ')}.`);
  }
  return { aspectRatio };
}

/** One image is the first frame, two are the first and the last frame, more are references. */
function encodeImages(images: readonly VideoImage[]): JsonObject {
  if (images.length > MAX_REFERENCES) {
    throw unsupported('images', `This model accepts at most ${MAX_REFERENCES} images.`);
  }
  const [first, second, third] = images.map(encodeImage);
  if (first === undefined) return {};
  if (second === undefined) return { image: first };
  if (third === undefined) return { image: first, lastFrame: second };
  return {
    referenceImages: [first, second, third].map((image) => ({ image, referenceType: 'asset' })),
  };
}

function encodeImage(image: VideoImage): JsonObject {
  if (image.kind === 'url') throw new Error('images must be loaded for providers that accept no URLs');
  return { bytesBase64Encoded: image.base64, mimeType: image.mediaType };
}

import { GatewayError, type JsonObject, type VideoImage, type VideoRequest } from '#canonical';
import { present, vendorMembers } from '../video-fields.js';

/** What a request says itself, under every name that servers know it by. */
const SAID_BY_REQUEST = (
  'model prompt seconds duration duration_seconds size width height fps n seed ' +
  'input_reference image images'
).split(' ');

/** With nothing in it but what OpenAI itself takes. */
export function encodeOwnSubmission(request: VideoRequest, upstreamModel: string): JsonObject {
  const { images, framesPerSecond, mode } = request;
  if (images.length > 1) throw unsupported('images', 'This model takes one image, its first frame.');
  if (framesPerSecond !== undefined) throw unsupported('fps', 'This model has one frame rate of its own.');
  if (mode !== undefined) throw unsupported('mode', 'This model has no modes.');
  return commonMembers(request, upstreamModel);
}

/** With what the many servers in this style take beyond it. */
export function encodeExtendedSubmission(request: VideoRequest, upstreamModel: string): JsonObject {
  const { images, framesPerSecond, seed, mode, user, metadata } = request;
  return {
    ...vendorMembers(metadata, SAID_BY_REQUEST),
    ...commonMembers(request, upstreamModel),
    ...present({ fps: framesPerSecond, seed, mode, user }),
    ...(images.length > 1 ? { images: images.map(getAddress) } : {}),
  };
}

function commonMembers(request: VideoRequest, upstreamModel: string): JsonObject {
  const { prompt, durationSeconds, images } = request;
  const [first, second] = images;
  return present({
    model: upstreamModel,
    prompt,
    seconds: durationSeconds?.toString(),
    size: getSize(request),
    input_reference:
      first === undefined || second !== undefined ? undefined : { image_url: getAddress(first) },
  });
}

function getSize({ width, height }: VideoRequest): string | undefined {
  if (width === undefined && height === undefined) return undefined;
  if (width === undefined || height === undefined) {
    throw unsupported('size', 'This model takes a width and a height, or neither.');
  }
  return `${width}x${height}`;
}

function getAddress(image: VideoImage): string {
  return image.kind === 'url' ? image.url : `data:${image.mediaType};base64,${image.base64}`;
}

function unsupported(param: string, message: string): GatewayError {
  return new GatewayError('unsupported-parameter', message, { param });
}

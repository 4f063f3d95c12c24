import { type JsonObject, type VideoRequest } from '#canonical';
import { imageAddress, present, refuseMembers, unsupported, vendorMembers } from '../video-fields.js';

/** What a request says itself, under every name that servers know it by. */
const SAID_BY_REQUEST = (
  'model prompt seconds duration duration_seconds size width height fps n seed ' +
  'input_reference image images'
).split(' ');

/** With nothing in it but what OpenAI itself takes. */
export function encodeOwnSubmission(request: VideoRequest, upstreamModel: string): JsonObject {
  const { images, aspectRatio, width } = request;
  if (images.length > 1) throw unsupported('images', 'This model takes one image, its first frame.');
  refuseMembers(request, ['framesPerSecond', 'mode', 'negativePrompt']);
  if (aspectRatio !== undefined && width === undefined)
    throw unsupported('aspect_ratio', 'This model takes a size, not the ratio of its sides.');
  return commonMembers(request, upstreamModel);
}

/** With what the many servers in this style take beyond it. */
export function encodeExtendedSubmission(request: VideoRequest, upstreamModel: string): JsonObject {
  const { images, framesPerSecond, seed, mode, user, metadata, negativePrompt, aspectRatio } = request;
  return {
    ...vendorMembers(metadata, SAID_BY_REQUEST),
    ...commonMembers(request, upstreamModel),
    ...present({ fps: framesPerSecond, seed, mode, user }),
    ...present({ negative_prompt: negativePrompt, aspect_ratio: aspectRatio }),
    ...(images.length > 1 ? { images: images.map(imageAddress) } : {}),
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
      first === undefined || second !== undefined ? undefined : { image_url: imageAddress(first) },
  });
}

function getSize({ width, height }: VideoRequest): string | undefined {
  if (width === undefined && height === undefined) return undefined;
  if (width === undefined || height === undefined) {
    throw unsupported('size', 'This model takes a width and a height, or neither.');
  }
  return `${width}x${height}`;
}

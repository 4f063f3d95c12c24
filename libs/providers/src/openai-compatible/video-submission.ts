import { type JsonObject, type VideoRequest } from '#canonical';
import { imageAddress, present, refuseMembers, unsupported, pickVendorMembers } from '../video-fields.js';

/** Names of members that the request sets itself, and that metadata must not override. */
const REQUEST_MEMBERS = (
  'model prompt seconds duration duration_seconds size width height fps n seed ' +
  'input_reference image images'
).split(' ');

/** Encodes only parameters of OpenAI itself. */
export function encodeOpenAiSubmission(request: VideoRequest, upstreamModel: string): JsonObject {
  const { images, aspectRatio, width } = request;
  if (images.length > 1) throw unsupported('images', 'This model accepts one image, the first frame.');
  refuseMembers(request, ['framesPerSecond', 'mode', 'negativePrompt']);
  if (aspectRatio !== undefined && width === undefined)
    throw unsupported('aspect_ratio', 'This model requires a size instead of an aspect ratio.');
  return encodeCommonMembers(request, upstreamModel);
}

/** Also encodes the parameters that other servers of this style have added. */
export function encodeExtendedSubmission(request: VideoRequest, upstreamModel: string): JsonObject {
  const { images, framesPerSecond, seed, mode, user, metadata, negativePrompt, aspectRatio } = request;
  return {
    ...pickVendorMembers(metadata, REQUEST_MEMBERS),
    ...encodeCommonMembers(request, upstreamModel),
    ...present({ fps: framesPerSecond, seed, mode, user }),
    ...present({ negative_prompt: negativePrompt, aspect_ratio: aspectRatio }),
    ...(images.length > 1 ? { images: images.map(imageAddress) } : {}),
  };
}

function encodeCommonMembers(request: VideoRequest, upstreamModel: string): JsonObject {
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
    throw unsupported('size', 'This model requires both width and height, or neither.');
  }
  return `${width}x${height}`;
}

import { type JsonObject, type VideoImage, type VideoRequest } from '#canonical';
import {
  present,
  refuseMembers,
  requireAtMostImages,
  requireWholeSeconds,
  pickVendorMembers,
} from '../video-fields.js';
import { getRatio, chooseResolution, refuseAspectRatio } from '../video-sizes.js';
import { type VideoSubmission } from '../video.js';

const RATIOS = ['16:9', '9:16', '1:1'];

/** Its modes are resolutions. */
const MODES_BY_SHORTER_SIDE = { 720: 'std', 1080: 'pro' };

const MAX_REFERENCES = 4;

/** Names of members that the request sets itself, and that metadata must not override. */
const REQUEST_MEMBERS = (
  'model model_name prompt negative_prompt duration seconds size width height aspect_ratio mode fps seed n ' +
  'image image_tail images image_list external_task_id callback_url'
).split(' ');

/** Each kind of video has its own endpoint. */
export function getVideoKind({ images: { length } }: { images: readonly unknown[] }): string {
  if (length === 0) return 'text2video';
  return length <= 2 ? 'image2video' : 'multi-image2video';
}

export function encodeSubmission(
  { request, idempotencyKey, callbackUrl }: VideoSubmission,
  upstreamModel: string,
): JsonObject {
  const { prompt, negativePrompt, durationSeconds, mode, images, metadata } = request;
  refuseMembers(request, ['framesPerSecond', 'seed']);
  requireWholeSeconds(request);
  return {
    ...pickVendorMembers(metadata, REQUEST_MEMBERS),
    ...present({
      model_name: upstreamModel,
      prompt: prompt === '' ? undefined : prompt,
      negative_prompt: negativePrompt,
      duration: durationSeconds?.toString(),
      aspect_ratio: getAspectRatio(request),
      mode: mode ?? chooseResolution(request, MODES_BY_SHORTER_SIDE),
      external_task_id: idempotencyKey,
      callback_url: callbackUrl,
    }),
    ...encodeImages(images),
  };
}

/** The first frame decides the shape. A size then only selects the resolution. */
function getAspectRatio(request: VideoRequest): string | undefined {
  if (getVideoKind(request) !== 'image2video') return getRatio(request, RATIOS);
  refuseAspectRatio(request);
  return undefined;
}

/** One image is the first frame, two are the first and the last frame, more are references. */
function encodeImages(images: readonly VideoImage[]): JsonObject {
  requireAtMostImages({ images }, MAX_REFERENCES);
  const [first, last, ...others] = images.map(encodeImage);
  if (first === undefined) return {};
  if (last === undefined) return { image: first };
  if (others.length === 0) return { image: first, image_tail: last };
  return { image_list: [first, last, ...others].map((image) => ({ image })) };
}

/** A URL, or plain base64. */
function encodeImage(image: VideoImage): string {
  return image.kind === 'url' ? image.url : image.base64;
}

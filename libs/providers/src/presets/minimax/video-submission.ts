import { type JsonObject, type VideoRequest } from '#canonical';
import {
  imageAddress,
  present,
  refuseMembers,
  requireWholeSeconds,
  unsupported,
  pickVendorMembers,
} from '../../video-fields.js';
import { getRatio, chooseResolution, refuseAspectRatio } from '../../video-sizes.js';
import { type VideoSubmission } from '../../video.js';

const RESOLUTIONS = { 512: '512P', 720: '720P', 768: '768P', 1080: '1080P' };

/** Names of members that the request sets itself, and that metadata must not override. */
const REQUEST_MEMBERS = (
  'model prompt first_frame_image last_frame_image image images duration seconds size width height ' +
  'aspect_ratio fps seed n callback_url'
).split(' ');

export function encodeSubmission(
  { request, callbackUrl }: VideoSubmission,
  upstreamModel: string,
): JsonObject {
  const { prompt, durationSeconds, images, metadata } = request;
  refuseMembers(request, ['negativePrompt', 'framesPerSecond', 'seed', 'mode']);
  requireWholeSeconds(request);
  checkShape(request);
  const [first, last, ...others] = images.map(imageAddress);
  if (others.length > 0) throw unsupported('images', 'This model accepts only a first and a last frame.');
  const members = present({
    model: upstreamModel,
    prompt: prompt === '' ? undefined : prompt,
    first_frame_image: first,
    last_frame_image: last,
    duration: durationSeconds,
    resolution: chooseResolution(request, RESOLUTIONS),
    callback_url: callbackUrl,
  });
  return { ...pickVendorMembers(metadata, [...REQUEST_MEMBERS, ...Object.keys(members)]), ...members };
}

/** Without an image all videos have one shape. Otherwise a size only selects the resolution. */
function checkShape(request: VideoRequest): void {
  if (request.images.length > 0) refuseAspectRatio(request);
  else getRatio(request, ['16:9']);
}

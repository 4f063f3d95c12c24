import { type JsonObject, type VideoImage, type VideoRequest } from '#canonical';
import {
  imageAddress,
  present,
  refuseMembers,
  requireAtMostImages,
  requireWholeSeconds,
  unsupported,
  pickVendorMembers,
} from '../video-fields.js';
import { getRatio, getResolution } from '../video-sizes.js';

const RATIOS = ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9'];
const RESOLUTIONS = { '480p': 864 * 480, '720p': 1280 * 720, '1080p': 1920 * 1080, '4k': 3840 * 2160 };

/** The only supported frame rate. */
const FRAMES_PER_SECOND = 24;
const MAX_REFERENCES = 9;

/** Names of members that the request sets itself, and that metadata must not override. */
const REQUEST_MEMBERS = (
  'model content prompt images image duration seconds frames size width height fps framespersecond n seed ' +
  'callback_url'
).split(' ');

/** Older models also read settings from the prompt. Those that decide the price are refused. */
const PAID_FLAG = /(?:^|\s)--(?:dur|duration|frames)(?:\s|$)/i;

export function encodeSubmission(
  request: VideoRequest,
  upstreamModel: string,
  callbackUrl?: string,
): JsonObject {
  const { prompt, images, durationSeconds, framesPerSecond, seed, metadata } = request;
  if (PAID_FLAG.test(prompt)) {
    throw unsupported('prompt', 'Set the length of the video in `duration`, not in the prompt.');
  }
  refuseMembers(request, ['negativePrompt']);
  if (framesPerSecond !== undefined && framesPerSecond !== FRAMES_PER_SECOND) {
    throw unsupported('fps', `This model supports only ${FRAMES_PER_SECOND} frames per second.`);
  }
  refuseMembers(request, ['mode']);
  requireWholeSeconds(request);
  requireAtMostImages(request, MAX_REFERENCES);
  const members = present({
    model: upstreamModel,
    content: [...(prompt === '' ? [] : [{ type: 'text', text: prompt }]), ...encodeImages(images)],
    duration: durationSeconds,
    seed,
    callback_url: callbackUrl,
    ratio: getRatio(request, RATIOS),
    resolution: getResolution(request, RESOLUTIONS),
  });
  return { ...pickVendorMembers(metadata, [...REQUEST_MEMBERS, ...Object.keys(members)]), ...members };
}

/** One image is the first frame, two are the first and the last frame, more are references. */
function encodeImages(images: readonly VideoImage[]): JsonObject[] {
  const roles = images.length > 2 ? images.map(() => 'reference_image') : ['first_frame', 'last_frame'];
  return images.map((image, index) => ({
    type: 'image_url',
    image_url: { url: imageAddress(image) },
    role: roles[index] ?? 'reference_image',
  }));
}

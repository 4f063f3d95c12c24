import { type JsonObject, type VideoImage, type VideoRequest } from '#canonical';
import { imageAddress, present, unsupported, vendorMembers } from '../video-fields.js';
import { getRatio, getResolution } from '../video-sizes.js';

const RATIOS = ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9'];
const RESOLUTIONS = { '480p': 864 * 480, '720p': 1280 * 720, '1080p': 1920 * 1080, '4k': 3840 * 2160 };

/** The only rate at which it makes videos. */
const FRAMES_PER_SECOND = 24;
const MAX_REFERENCES = 9;

/** What a request says itself, under every name that it might be said again by. */
const SAID_BY_REQUEST = (
  'model content prompt images image duration seconds frames size width height fps framespersecond n seed ' +
  'callback_url'
).split(' ');

/** Older models read settings out of the prompt, too; what is paid for is not decided there. */
const PAID_FLAG = /(?:^|\s)--(?:dur|duration|frames)(?:\s|$)/i;

export function encodeSubmission(
  request: VideoRequest,
  upstreamModel: string,
  callbackUrl?: string,
): JsonObject {
  const { prompt, images, durationSeconds, seed, metadata } = request;
  refuse(request);
  const said = present({
    model: upstreamModel,
    content: [...(prompt === '' ? [] : [{ type: 'text', text: prompt }]), ...encodeImages(images)],
    duration: durationSeconds,
    seed,
    callback_url: callbackUrl,
    ratio: getRatio(request, RATIOS),
    resolution: getResolution(request, RESOLUTIONS),
  });
  return { ...vendorMembers(metadata, [...SAID_BY_REQUEST, ...Object.keys(said)]), ...said };
}

function refuse({
  prompt,
  images,
  durationSeconds,
  negativePrompt,
  framesPerSecond,
  mode,
}: VideoRequest): void {
  if (PAID_FLAG.test(prompt)) {
    throw unsupported('prompt', 'Say in `duration`, not in the prompt, how long the video is to be.');
  }
  if (negativePrompt !== undefined) {
    throw unsupported('negative_prompt', 'This model takes no negative prompt.');
  }
  if (framesPerSecond !== undefined && framesPerSecond !== FRAMES_PER_SECOND) {
    throw unsupported('fps', `This model makes ${FRAMES_PER_SECOND} frames per second.`);
  }
  if (mode !== undefined) throw unsupported('mode', 'This model has no modes.');
  if (durationSeconds !== undefined && !Number.isInteger(durationSeconds)) {
    throw unsupported('duration', 'This model takes whole seconds.');
  }
  if (images.length > MAX_REFERENCES) {
    throw unsupported('images', `This model takes at most ${MAX_REFERENCES} images.`);
  }
}

/** One is the first frame, two are the first and the last, more are references. */
function encodeImages(images: readonly VideoImage[]): JsonObject[] {
  const roles = images.length > 2 ? images.map(() => 'reference_image') : ['first_frame', 'last_frame'];
  return images.map((image, index) => ({
    type: 'image_url',
    image_url: { url: imageAddress(image) },
    role: roles[index] ?? 'reference_image',
  }));
}

import { type JsonObject, type VideoImage, type VideoRequest } from '#canonical';
import {
  imageAddress,
  present,
  refuseMembers,
  requireWholeSeconds,
  unsupported,
  pickVendorMembers,
} from '../video-fields.js';

/** Its aspect ratios are sizes. */
const RATIOS: Readonly<Record<string, string>> = {
  '16:9': '1280:720',
  '9:16': '720:1280',
  '1:1': '960:960',
  '4:3': '1104:832',
  '3:4': '832:1104',
  '21:9': '1584:672',
};

/** A ratio is required, and these models also require a duration. */
const DEFAULT_RATIO = '1280:720';
const DEFAULT_SECONDS: Readonly<Record<string, number>> = { 'gen4.5': 5, veo3: 8 };

/** Names of members that the request sets itself, and that metadata must not override. */
const REQUEST_MEMBERS = (
  'model promptText prompt negativePrompt promptImage image images duration seconds ratio size width height ' +
  'aspectRatio fps seed n'
).split(' ');

export function encodeSubmission(request: VideoRequest, upstreamModel: string): JsonObject {
  const { prompt, negativePrompt, durationSeconds, seed, images, metadata } = request;
  // Runway's own models accept a seed, the other models a negative prompt.
  const isRunwayModel = upstreamModel.startsWith('gen');
  refuseMembers(request, ['framesPerSecond', 'mode', isRunwayModel ? 'negativePrompt' : 'seed']);
  requireWholeSeconds(request);
  return {
    ...pickVendorMembers(metadata, REQUEST_MEMBERS),
    ...present({
      model: upstreamModel,
      promptText: prompt === '' ? undefined : prompt,
      negativePrompt,
      promptImage: encodeImages(images, upstreamModel),
      ratio: getRatio(request),
      duration: durationSeconds ?? DEFAULT_SECONDS[upstreamModel],
      seed,
    }),
  };
}

function getRatio({ width, height, aspectRatio }: VideoRequest): string {
  if (width !== undefined && height !== undefined) return `${width}:${height}`;
  if (aspectRatio === undefined) return DEFAULT_RATIO;
  const ratio = RATIOS[aspectRatio];
  if (ratio !== undefined) return ratio;
  throw unsupported('aspect_ratio', `This model supports the sizes ${Object.keys(RATIOS).join(', ')}.`);
}

/** One image is the first frame, two are the first and the last frame. */
function encodeImages(
  images: readonly VideoImage[],
  upstreamModel: string,
): string | JsonObject[] | undefined {
  const [first, last, ...others] = images.map(imageAddress);
  if (last === undefined) return first;
  if (others.length > 0) throw unsupported('images', 'This model accepts only a first and a last frame.');
  if (upstreamModel.startsWith('gen4')) throw unsupported('images', 'This model accepts only a first frame.');
  return [
    { uri: first ?? '', position: 'first' },
    { uri: last, position: 'last' },
  ];
}

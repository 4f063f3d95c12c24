import { type JsonObject, type VideoImage, type VideoRequest } from '#canonical';
import {
  imageAddress,
  present,
  refuseMembers,
  requireWholeSeconds,
  unsupported,
  vendorMembers,
} from '../video-fields.js';

/** Its shapes are sizes. */
const RATIOS: Readonly<Record<string, string>> = {
  '16:9': '1280:720',
  '9:16': '720:1280',
  '1:1': '960:960',
  '4:3': '1104:832',
  '3:4': '832:1104',
  '21:9': '1584:672',
};

/** A ratio has to be said, and these models are to be told a length, too. */
const USUAL_RATIO = '1280:720';
const USUAL_SECONDS: Readonly<Record<string, number>> = { 'gen4.5': 5, veo3: 8 };

/** What a request says itself, under every name that it might be said again by. */
const SAID_BY_REQUEST = (
  'model promptText prompt negativePrompt promptImage image images duration seconds ratio size width height ' +
  'aspectRatio fps seed n'
).split(' ');

export function encodeSubmission(request: VideoRequest, upstreamModel: string): JsonObject {
  const { prompt, negativePrompt, durationSeconds, seed, images, metadata } = request;
  // Its own models take a seed, those of others that it serves a negative prompt.
  const isOwn = upstreamModel.startsWith('gen');
  refuseMembers(request, ['framesPerSecond', 'mode', isOwn ? 'negativePrompt' : 'seed']);
  requireWholeSeconds(request);
  return {
    ...vendorMembers(metadata, SAID_BY_REQUEST),
    ...present({
      model: upstreamModel,
      promptText: prompt === '' ? undefined : prompt,
      negativePrompt,
      promptImage: encodeImages(images, upstreamModel),
      ratio: getRatio(request),
      duration: durationSeconds ?? USUAL_SECONDS[upstreamModel],
      seed,
    }),
  };
}

function getRatio({ width, height, aspectRatio }: VideoRequest): string {
  if (width !== undefined && height !== undefined) return `${width}:${height}`;
  if (aspectRatio === undefined) return USUAL_RATIO;
  const ratio = RATIOS[aspectRatio];
  if (ratio !== undefined) return ratio;
  throw unsupported('aspect_ratio', `This model makes videos of ${Object.keys(RATIOS).join(', ')}.`);
}

/** One is the first frame, two are the first and the last. */
function encodeImages(
  images: readonly VideoImage[],
  upstreamModel: string,
): string | JsonObject[] | undefined {
  const [first, last, ...others] = images.map(imageAddress);
  if (last === undefined) return first;
  if (others.length > 0) throw unsupported('images', 'This model takes a first and a last frame.');
  if (upstreamModel.startsWith('gen4')) throw unsupported('images', 'This model takes a first frame.');
  return [
    { uri: first ?? '', position: 'first' },
    { uri: last, position: 'last' },
  ];
}

import { imageElement, readImage } from '../../image/image.js';
import { type Actor } from './actor.js';
import { easeInOut, getShare } from './easing.js';
import { type VideoSpec } from './video-spec.js';
import { drawWhole } from './layer.js';

const DISSOLVE_FROM = 0.15;
const DISSOLVE_LENGTH = 0.35;
const ZOOM = 0.08;

/** The share of the video after which so little is left of the image that a title can be read. */
export const IMAGE_IS_FAINT_AT = 0.38;

/** The image that the video begins with: untouched at first, then it comes closer and dissolves. */
export async function showImage(spec: VideoSpec, image: Uint8Array): Promise<Actor> {
  const decodedImage = await readImage(Buffer.from(image), 'image');
  return {
    layer: await drawWhole(spec, imageElement(decodedImage, spec)),
    poseAt: ({ share }) => ({
      x: 0,
      y: 0,
      scale: 1 + ZOOM * share,
      opacity: 1 - easeInOut(getShare(share, DISSOLVE_FROM, DISSOLVE_LENGTH)),
    }),
  };
}

import { pictureElement, readPicture } from '../../image/picture.js';
import { type Actor } from './actor.js';
import { easeInOut, shareOf } from './easing.js';
import { type FilmOrder } from './film-order.js';
import { drawWhole } from './layer.js';

const DISSOLVE_FROM = 0.15;
const DISSOLVE_LENGTH = 0.35;
const ZOOM = 0.08;

/** The share of the film after which so little is left of the picture that a title can be read. */
export const PICTURE_IS_FAINT_AT = 0.38;

/** The picture that the film begins with: untouched at first, then it comes closer and dissolves. */
export async function showPicture(order: FilmOrder, image: Uint8Array): Promise<Actor> {
  const picture = await readPicture(Buffer.from(image), 'image');
  return {
    layer: await drawWhole(order, pictureElement(picture, order)),
    poseAt: ({ share }) => ({
      x: 0,
      y: 0,
      scale: 1 + ZOOM * share,
      opacity: 1 - easeInOut(shareOf(share, DISSOLVE_FROM, DISSOLVE_LENGTH)),
    }),
  };
}

import { encodePng } from '../image/encode-png.js';
import { pictureElement, readPicture } from '../image/picture.js';
import { rasterise } from '../image/rasterise.js';
import { svgDocument } from '../image/scene.js';
import { type ImageSize } from '../image/size.js';

const LONGEST_SIDE = 640;

/** The picture as a film of this size shows it, in few bytes: it travels with every question about the film. */
export async function shrinkImage(image: Buffer, film: ImageSize): Promise<string> {
  const picture = await readPicture(image, 'image');
  const scale = Math.min(1, LONGEST_SIDE / Math.max(film.width, film.height));
  const size = { width: Math.round(film.width * scale), height: Math.round(film.height * scale) };
  const small = await encodePng(await rasterise(svgDocument(size, pictureElement(picture, size))));
  const [bytes, mediaType] = image.length <= small.length ? [image, picture.mediaType] : [small, 'image/png'];
  return `data:${mediaType};base64,${bytes.toString('base64')}`;
}

import { encodePng } from '../image/encode-png.js';
import { imageElement, readImage } from '../image/image.js';
import { rasterise } from '../image/rasterise.js';
import { svgDocument } from '../image/scene.js';
import { type ImageSize } from '../image/size.js';

const MAX_SIDE = 640;

/** The image as a video of this size shows it, in few bytes: it travels with every question about the video. */
export async function shrinkImage(image: Buffer, video: ImageSize): Promise<string> {
  const decodedImage = await readImage(image, 'image');
  const scale = Math.min(1, MAX_SIDE / Math.max(video.width, video.height));
  const size = { width: Math.round(video.width * scale), height: Math.round(video.height * scale) };
  const small = await encodePng(await rasterise(svgDocument(size, imageElement(decodedImage, size))));
  const [bytes, mediaType] =
    image.length <= small.length ? [image, decodedImage.mediaType] : [small, 'image/png'];
  return `data:${mediaType};base64,${bytes.toString('base64')}`;
}

import { GatewayError } from '#canonical';
import { encodePng, forEachRow } from './encode-png.js';
import { type Image, imageElement } from './image.js';
import { choosePalette } from './palette.js';
import { composePoster } from './poster.js';
import { createRandom } from './random.js';
import { type Pixels, rasterise, sceneToSvg, svgDocument } from './scene.js';
import { type ImageSize } from './size.js';
import { element, rectangle } from './svg.js';
import { drawTextPanel } from './text-panel.js';

export interface EditOptions extends ImageSize {
  prompt: string;
  seed?: number;
  variation: number;
  /** The first image is edited, the others are insets. */
  images: readonly [Image, ...Image[]];
  /** Transparent where the image is painted over. */
  mask?: Image;
}

/** Insets are in the upper part, above the text. */
const INSETS_HEIGHT_SHARE = 0.4;

/** The edited image as a PNG: painted over where the mask has a hole, or with the prompt written across it. */
export async function editImage(options: EditOptions): Promise<Buffer> {
  const { mask } = options;
  return encodePng(mask === undefined ? await paintCaption(options) : await paintHole(options, mask));
}

/** Pixels outside of the hole are unchanged. */
async function paintHole(options: EditOptions, mask: Image): Promise<Pixels> {
  const [original] = options.images;
  if (mask.width !== original.width || mask.height !== original.height) {
    throw new GatewayError(
      'invalid-value',
      `The mask has ${mask.width}×${mask.height} pixels and the image ${original.width}×${original.height}. They must have the same size.`,
      { param: 'mask' },
    );
  }
  const result = await rasterise(svgDocument(options, imageElement(original, options)));
  const maskPixels = await rasterise(svgDocument(options, imageElement(mask, options)));
  const hole = await findHole(maskPixels);
  if (hole !== undefined) {
    const paint = await rasterise(composeFilling(options, hole));
    await paintThrough(maskPixels, paint, result);
  }
  return result;
}

/** A poster of the size of the hole, so that all of it is visible. */
function composeFilling(options: EditOptions, hole: Hole): string {
  const { prompt, seed, variation, images } = options;
  const [, ...others] = images;
  const { x, y, width, height } = hole;
  const poster = sceneToSvg(composePoster({ prompt, seed, variation, width, height, panel: 'plate' }));
  return svgDocument(
    options,
    element('svg', { x, y, width, height }, poster + drawInsets(others, { width, height }).join('')),
  );
}

async function paintCaption(options: EditOptions): Promise<Pixels> {
  const { prompt, seed, variation, images, width, height } = options;
  const [original, ...others] = images;
  const { ink, paper, accent } = choosePalette(createRandom(prompt, seed, variation));
  const caption = drawTextPanel({
    width,
    height,
    kind: 'caption',
    text: prompt,
    footer: `Modelgate sandbox · ${width}×${height}`,
    colors: { panel: ink, text: paper, accent },
  });
  const shapes = [imageElement(original, options), ...drawInsets(others, options), ...caption];
  return rasterise(svgDocument(options, shapes.join('')));
}

/** Further images as small squares with a white border, in rows at the top. */
function drawInsets(images: readonly Image[], canvas: ImageSize): string[] {
  const gap = Math.min(canvas.width, canvas.height) * 0.025;
  const { side, columns } = fitSquares(images.length, canvas, gap);
  const border = side * 0.04;
  const left = (canvas.width - columns * side - (columns - 1) * gap) / 2;
  return images.map((image, index) => {
    const x = left + (index % columns) * (side + gap);
    const y = gap + Math.floor(index / columns) * (side + gap);
    const inner = side - 2 * border;
    return (
      rectangle({ x, y, width: side, height: side }, { rx: border, fill: '#ffffff' }) +
      imageElement(image, { x: x + border, y: y + border, width: inner, height: inner })
    );
  });
}

/** The largest squares of which `count` fit. */
function fitSquares(count: number, canvas: ImageSize, gap: number): { side: number; columns: number } {
  const maxSide = Math.min(canvas.width, canvas.height) * 0.28;
  const options = Array.from({ length: Math.max(1, count) }, (_, index) => {
    const columns = index + 1;
    const rows = Math.ceil(count / columns);
    const sideByWidth = (canvas.width - gap * (columns + 1)) / columns;
    const sideByHeight = (canvas.height * INSETS_HEIGHT_SHARE - gap * (rows + 1)) / rows;
    return { side: Math.max(1, Math.min(maxSide, sideByWidth, sideByHeight)), columns };
  });
  return options.reduce((best, option) => (option.side >= best.side ? option : best));
}

/** The bounding box of everything transparent in a mask. */
interface Hole extends ImageSize {
  x: number;
  y: number;
}

async function findHole(mask: Pixels): Promise<Hole | undefined> {
  const { width, height, data } = mask;
  let [left, right, top, bottom] = [width, -1, height, -1];
  await forEachRow(mask, (y) => {
    for (let x = 0; x < width; x += 1) {
      if (data[(y * width + x) * 4 + 3] === 255) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  });
  if (right === -1) return undefined;
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/**
 * Paints over `image` in place, in proportion to the transparency of `mask`. Storing into a byte truncates, so 0.5 is
 * added.
 */
async function paintThrough(mask: Pixels, paint: Pixels, image: Pixels): Promise<void> {
  const rowBytes = image.width * 4;
  await forEachRow(image, (row) => {
    for (let pixel = row * rowBytes; pixel < (row + 1) * rowBytes; pixel += 4) {
      const originalShare = (mask.data[pixel + 3] ?? 255) / 255;
      if (originalShare === 1) continue;
      for (let index = pixel; index < pixel + 4; index += 1) {
        const mixed =
          (image.data[index] ?? 0) * originalShare + (paint.data[index] ?? 0) * (1 - originalShare);
        image.data[index] = mixed + 0.5;
      }
    }
  });
}

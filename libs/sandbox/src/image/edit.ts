import { GatewayError } from '#canonical';
import { encodePng } from './encode-png.js';
import { drawInsets } from './insets.js';
import { findHole, type Hole, paintThrough } from './mask.js';
import { choosePalette } from './palette.js';
import { type Picture, pictureElement } from './picture.js';
import { composePoster } from './poster.js';
import { randomFrom } from './random.js';
import { type Pixels, rasterise } from './rasterise.js';
import { sceneToSvg, svgDocument } from './scene.js';
import { type ImageSize } from './size.js';
import { element } from './svg.js';
import { drawTextPanel } from './text-panel.js';

export interface EditOptions extends ImageSize {
  prompt: string;
  seed?: number;
  variation: number;
  /** The first is the one that is edited. */
  pictures: readonly [Picture, ...Picture[]];
  /** Transparent where the picture is to be painted over. */
  mask?: Picture;
}

/** The picture, edited, as a PNG: painted anew in the hole of the mask, or with the prompt written across it. */
export async function editImage(options: EditOptions): Promise<Buffer> {
  const { mask } = options;
  return encodePng(mask === undefined ? await writeAcross(options) : await paintHole(options, mask));
}

/** Outside the hole the picture stays as it is, pixel for pixel. */
async function paintHole(options: EditOptions, mask: Picture): Promise<Pixels> {
  const [original] = options.pictures;
  if (mask.width !== original.width || mask.height !== original.height) {
    throw new GatewayError(
      'invalid-value',
      `The mask has ${mask.width}×${mask.height} pixels, and the image ${original.width}×${original.height}: they must be of the same size.`,
      { param: 'mask' },
    );
  }
  const result = await rasterise(svgDocument(options, pictureElement(original, options)));
  const maskPixels = await rasterise(svgDocument(options, pictureElement(mask, options)));
  const hole = await findHole(maskPixels);
  if (hole !== undefined) {
    const paint = await rasterise(composeFilling(options, hole));
    await paintThrough(maskPixels, paint, result);
  }
  return result;
}

/** A poster as large as the hole, so that all of it can be seen. */
function composeFilling(options: EditOptions, hole: Hole): string {
  const { prompt, seed, variation, pictures } = options;
  const [, ...others] = pictures;
  const { x, y, width, height } = hole;
  const poster = sceneToSvg(composePoster({ prompt, seed, variation, width, height, panel: 'plate' }));
  return svgDocument(
    options,
    element('svg', { x, y, width, height }, poster + drawInsets(others, { width, height }).join('')),
  );
}

async function writeAcross(options: EditOptions): Promise<Pixels> {
  const { prompt, seed, variation, pictures, width, height } = options;
  const [original, ...others] = pictures;
  const { ink, paper, accent } = choosePalette(randomFrom(prompt, seed, variation));
  const caption = drawTextPanel({
    width,
    height,
    kind: 'caption',
    text: prompt,
    footer: `Modelgate sandbox · ${width}×${height}`,
    colors: { panel: ink, text: paper, accent },
  });
  const shapes = [pictureElement(original, options), ...drawInsets(others, options), ...caption];
  return rasterise(svgDocument(options, shapes.join('')));
}

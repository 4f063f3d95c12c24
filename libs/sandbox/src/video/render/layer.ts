import { type Pixels, rasterise, svgDocument } from '../../image/scene.js';
import { type ImageSize } from '../../image/size.js';

/** Something that is drawn once and then moved. */
export interface Layer extends ImageSize {
  /** The position of its top left corner at rest. */
  x: number;
  y: number;
  /** One number per pixel: red in the lowest byte, then green, blue and alpha. Colors are multiplied by alpha. */
  pixels: Uint32Array;
}

/** Shapes of a canvas as a layer that is no larger than they are; undefined if nothing is visible. */
export async function drawLayerFor(canvas: ImageSize, shapes: string): Promise<Layer | undefined> {
  return cropToContent(await drawWhole(canvas, shapes));
}

/** A whole canvas, including empty areas. */
export async function drawWhole(canvas: ImageSize, shapes: string): Promise<Layer> {
  const { width, height, data } = await rasterise(svgDocument(canvas, shapes));
  return { x: 0, y: 0, width, height, pixels: packPixels({ width, height, data }) };
}

function packPixels({ data }: Pixels): Uint32Array {
  const pixels = new Uint32Array(data.length / 4);
  Buffer.from(pixels.buffer).set(data);
  return pixels;
}

/** Leaves an empty edge of one pixel, so that movements by less than a pixel do not look jagged. */
function cropToContent(layer: Layer): Layer | undefined {
  const { width, height, pixels } = layer;
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (pixels[y * width + x] === 0) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  return right === -1 ? undefined : crop(layer, left - 1, top - 1, right + 2, bottom + 2);
}

function crop(layer: Layer, left: number, top: number, right: number, bottom: number): Layer {
  const width = right - left;
  const cropped = new Uint32Array(width * (bottom - top));
  for (let y = Math.max(0, top); y < Math.min(layer.height, bottom); y += 1) {
    const from = Math.max(0, left);
    const row = layer.pixels.subarray(y * layer.width + from, y * layer.width + Math.min(layer.width, right));
    cropped.set(row, (y - top) * width + from - left);
  }
  return { x: layer.x + left, y: layer.y + top, width, height: bottom - top, pixels: cropped };
}

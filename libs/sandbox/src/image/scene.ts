import { type ImageSize } from './size.js';
import { element, short } from './svg.js';

/** An image as a list of things to paint, in order. Turning it into pixels is another matter. */
export interface Scene extends ImageSize {
  /** What the shapes refer to: gradients, clipping paths. */
  definitions: readonly string[];
  artwork: readonly string[];
  /** The id of the clipping path that the artwork stays inside of. */
  artworkClip?: string;
  lettering: readonly string[];
}

/** The share of the work that is done when the artwork stands and the lettering begins. */
const ARTWORK_SHARE = 0.75;

/** Pixels from the top left, row by row: red, green, blue, alpha, with the colours multiplied by alpha. */
export interface Pixels {
  width: number;
  height: number;
  data: Buffer;
}

/** The scene as an SVG document; with a progress below 1, as far as the painter has come. */
export function sceneToSvg(scene: Scene, progress = 1): string {
  const artwork = firstPart(scene.artwork, progress / ARTWORK_SHARE).join('');
  const lettering = firstPart(scene.lettering, (progress - ARTWORK_SHARE) / (1 - ARTWORK_SHARE)).join('');
  const clip = scene.artworkClip === undefined ? undefined : `url(#${scene.artworkClip})`;
  return svgDocument(
    scene,
    element('defs', {}, scene.definitions.join('')) +
      element('g', { 'clip-path': clip }, artwork) +
      lettering,
  );
}

export function svgDocument({ width, height }: ImageSize, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${short(width)}" height="${short(height)}">${content}</svg>`;
}

function firstPart<T>(list: readonly T[], share: number): readonly T[] {
  return list.slice(0, Math.round(list.length * Math.min(1, Math.max(0, share))));
}

/** Draws on a thread of its own. The renderer is loaded by the first who draws. */
export async function rasterise(svg: string): Promise<Pixels> {
  const { renderAsync } = await import('@resvg/resvg-js');
  const image = await renderAsync(svg, { font: { loadSystemFonts: false }, logLevel: 'off' });
  return { width: image.width, height: image.height, data: image.pixels };
}

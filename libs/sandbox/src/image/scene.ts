import { type ImageSize } from './size.js';
import { element, formatNumber } from './svg.js';

/** An image as a list of SVG elements in painting order. */
export interface Scene extends ImageSize {
  /** Elements that the shapes refer to: gradients, clipping paths. */
  definitions: readonly string[];
  artwork: readonly string[];
  /** The id of the clipping path of the artwork. */
  artworkClip?: string;
  lettering: readonly string[];
}

/** The progress at which the artwork is complete and the lettering starts. */
const ARTWORK_SHARE = 0.75;

/** Pixels from the top left, row by row: red, green, blue, alpha, with colors multiplied by alpha. */
export interface Pixels {
  width: number;
  height: number;
  data: Buffer;
}

/** The scene as an SVG document; with a progress below 1, only the first elements. */
export function sceneToSvg(scene: Scene, progress = 1): string {
  const artwork = takeShare(scene.artwork, progress / ARTWORK_SHARE).join('');
  const lettering = takeShare(scene.lettering, (progress - ARTWORK_SHARE) / (1 - ARTWORK_SHARE)).join('');
  const clip = scene.artworkClip === undefined ? undefined : `url(#${scene.artworkClip})`;
  return svgDocument(
    scene,
    element('defs', {}, scene.definitions.join('')) +
      element('g', { 'clip-path': clip }, artwork) +
      lettering,
  );
}

export function svgDocument({ width, height }: ImageSize, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${formatNumber(width)}" height="${formatNumber(height)}">${content}</svg>`;
}

function takeShare<T>(list: readonly T[], share: number): readonly T[] {
  return list.slice(0, Math.round(list.length * Math.min(1, Math.max(0, share))));
}

/** Draws on a thread of its own. The renderer is loaded at first use. */
export async function rasterise(svg: string): Promise<Pixels> {
  const { renderAsync } = await import('@resvg/resvg-js');
  const image = await renderAsync(svg, { font: { loadSystemFonts: false }, logLevel: 'off' });
  return { width: image.width, height: image.height, data: image.pixels };
}

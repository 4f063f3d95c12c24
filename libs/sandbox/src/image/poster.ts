import { encodePng } from './encode-png.js';
import { choosePalette } from './palette.js';
import { createRandom } from './random.js';
import { type Scene, rasterise, sceneToSvg } from './scene.js';
import { type ImageSize } from './size.js';
import { STYLES } from './styles/styles.js';
import { type Point, element, polygon, rectangle } from './svg.js';
import { type PanelKind, drawTextPanel } from './text-panel.js';

export interface PosterOptions extends ImageSize {
  prompt: string;
  seed?: number;
  /** The number of the image in the request. */
  variation: number;
  background?: 'opaque' | 'transparent' | 'auto';
  /** Random if undefined. */
  panel?: PanelKind;
}

/** In pixels. Text on smaller images would not be legible. */
const MIN_SIDE_FOR_TEXT = 40;

const CORNERS = 120;
const SQUARENESS = 3.4;
const SHARE_OF_CANVAS = 0.96;

/** A poster of the prompt, as a PNG. */
export async function drawPoster(options: PosterOptions): Promise<Buffer> {
  return drawPartial(options, 1);
}

/** An incomplete poster as a PNG of the full size. Progress is from 0 to 1. */
export async function drawPartial(options: PosterOptions, progress: number): Promise<Buffer> {
  return encodePng(await rasterise(sceneToSvg(composePoster(options), progress)));
}

/** The prompt on a panel, over artwork that depends on the prompt, the seed and the variation. */
export function composePoster(options: PosterOptions): Scene {
  const { prompt, seed, variation, width, height } = options;
  const random = createRandom(prompt, seed, variation);
  const palette = choosePalette(random);
  const { definitions, ground, shapes } = random.pick(STYLES)({ width, height, palette, random });
  const [panel, text] = random.chance(0.5) ? [palette.paper, palette.ink] : [palette.ink, palette.paper];
  const isTransparent = options.background === 'transparent';
  const chosenKind = random.pick<PanelKind>(['card', 'card', 'plate', 'band']);
  const kind = options.panel ?? (isTransparent ? 'plate' : chosenKind);
  const isReadable = Math.min(width, height) >= MIN_SIDE_FOR_TEXT;
  const scene: Scene = {
    width,
    height,
    definitions,
    artwork: isTransparent ? shapes : [rectangle({ x: 0, y: 0, width, height }, { fill: ground }), ...shapes],
    lettering: isReadable
      ? drawTextPanel({
          width,
          height,
          kind,
          text: prompt,
          footer: `Modelgate sandbox · ${width}×${height}`,
          colors: { panel, text, accent: palette.accent },
        })
      : [],
  };
  return isTransparent ? clipToMedallion(scene) : scene;
}

/** Without a background the artwork is cut to a medallion, so that there are transparent areas. */
function clipToMedallion(scene: Scene): Scene {
  const medallion = element('clipPath', { id: 'medallion' }, polygon(medallionOutline(scene), {}));
  return { ...scene, definitions: [...scene.definitions, medallion], artworkClip: 'medallion' };
}

/** A superellipse: rounder than the canvas, squarer than an ellipse, with a small margin around it. */
function medallionOutline({ width, height }: ImageSize): Point[] {
  return Array.from({ length: CORNERS }, (_, index): Point => {
    const angle = (index * 2 * Math.PI) / CORNERS;
    const [x, y] = [toSuperellipse(Math.cos(angle)), toSuperellipse(Math.sin(angle))];
    return [(width / 2) * (1 + SHARE_OF_CANVAS * x), (height / 2) * (1 + SHARE_OF_CANVAS * y)];
  });
}

function toSuperellipse(coordinate: number): number {
  return Math.sign(coordinate) * Math.abs(coordinate) ** (2 / SQUARENESS);
}

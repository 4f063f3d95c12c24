import { encodePng } from './encode-png.js';
import { choosePalette } from './palette.js';
import { randomFrom } from './random.js';
import { type Scene, rasterise, sceneToSvg } from './scene.js';
import { type ImageSize } from './size.js';
import { STYLES } from './styles/styles.js';
import { type Point, element, polygon, rectangle } from './svg.js';
import { type PanelKind, drawTextPanel } from './text-panel.js';

export interface PosterOptions extends ImageSize {
  prompt: string;
  seed?: number;
  /** Which of several images of one request. */
  variation: number;
  background?: 'opaque' | 'transparent' | 'auto';
  /** Left to chance where it is not given. */
  panel?: PanelKind;
}

/** Below this, in pixels, nothing could be read anyway. */
const MIN_SIDE_FOR_TEXT = 40;

const CORNERS = 120;
const SQUARENESS = 3.4;
const SHARE_OF_CANVAS = 0.96;

/** A poster of the prompt, as a PNG. */
export async function drawPoster(options: PosterOptions): Promise<Buffer> {
  return drawPartial(options, 1);
}

/** The poster while it is being painted, as a PNG of the full size. Progress goes from 0 to 1. */
export async function drawPartial(options: PosterOptions, progress: number): Promise<Buffer> {
  return encodePng(await rasterise(sceneToSvg(composePoster(options), progress)));
}

/** The prompt on a panel, over artwork that the prompt, the seed and the variation decide. */
export function composePoster(options: PosterOptions): Scene {
  const { prompt, seed, variation, width, height } = options;
  const random = randomFrom(prompt, seed, variation);
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
  return isTransparent ? cutOut(scene) : scene;
}

/** Without a background the artwork becomes a medallion, so that there is something to see through. */
function cutOut(scene: Scene): Scene {
  const medallion = element('clipPath', { id: 'medallion' }, polygon(medallionOutline(scene), {}));
  return { ...scene, definitions: [...scene.definitions, medallion], artworkClip: 'medallion' };
}

/** A superellipse: rounder than the canvas, squarer than an ellipse, with a small margin around it. */
function medallionOutline({ width, height }: ImageSize): Point[] {
  return Array.from({ length: CORNERS }, (_, index): Point => {
    const angle = (index * 2 * Math.PI) / CORNERS;
    const [x, y] = [swell(Math.cos(angle)), swell(Math.sin(angle))];
    return [(width / 2) * (1 + SHARE_OF_CANVAS * x), (height / 2) * (1 + SHARE_OF_CANVAS * y)];
  });
}

function swell(coordinate: number): number {
  return Math.sign(coordinate) * Math.abs(coordinate) ** (2 / SQUARENESS);
}

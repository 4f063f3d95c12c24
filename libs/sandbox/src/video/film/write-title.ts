import { type ImageSize } from '../../image/size.js';
import { unitOf } from '../../image/styles/style.js';
import { drawTextPanel, type PanelKind } from '../../image/text-panel.js';
import { type Actor } from './actor.js';
import { easeOut, shareOf } from './easing.js';
import { type FilmOrder } from './film-order.js';
import { drawLayerOf } from './layer.js';
import { type FilmScene } from './set-scene.js';

/** The title is complete after this share of the film, and after this many seconds even of a long one. */
const SHARE_FOR_TITLE = 0.45;
const MOST_SECONDS_FOR_TITLE = 2;

interface Entrance {
  startSeconds: number;
  lengthSeconds: number;
}

/** The prompt on a panel, which comes up line by line. */
export async function writeTitle(
  order: FilmOrder,
  canvas: ImageSize,
  { random, palette }: FilmScene,
  startSeconds: number,
): Promise<Actor[]> {
  const [panel, text] = random.chance(0.5) ? [palette.paper, palette.ink] : [palette.ink, palette.paper];
  const shapes = drawTextPanel({
    ...canvas,
    kind: random.pick<PanelKind>(['card', 'card', 'plate', 'band']),
    text: order.prompt,
    footer: `Modelgate sandbox · ${order.width}×${order.height} · ${order.framesPerSecond} fps`,
    colors: { panel, text, accent: palette.accent },
  });
  const rise = unitOf(canvas) * 5;
  const layers = await Promise.all(shapes.map((shape) => drawLayerOf(canvas, shape)));
  return layers.flatMap((layer, index) => {
    if (layer === undefined) return [];
    const entrance = entranceOf(index, shapes.length, startSeconds, order.durationSeconds);
    return [{ layer, poseAt: ({ seconds }) => poseOfEntrance(entrance, seconds, rise) }];
  });
}

/** One after the other, each beginning before the last has arrived. */
function entranceOf(index: number, count: number, startSeconds: number, durationSeconds: number): Entrance {
  const wholeSeconds = Math.min(
    MOST_SECONDS_FOR_TITLE,
    durationSeconds * SHARE_FOR_TITLE,
    durationSeconds - startSeconds,
  );
  const lengthSeconds = wholeSeconds * 0.4;
  const lastStart = wholeSeconds - lengthSeconds;
  return {
    startSeconds: startSeconds + (lastStart * index) / Math.max(1, count - 1),
    lengthSeconds,
  };
}

function poseOfEntrance(
  { startSeconds, lengthSeconds }: Entrance,
  seconds: number,
  rise: number,
): ReturnType<Actor['poseAt']> {
  const share = shareOf(seconds, startSeconds, lengthSeconds);
  return { x: 0, y: rise * (1 - easeOut(share)), scale: 1, opacity: share };
}

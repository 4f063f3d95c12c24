import { type ImageSize } from '../../image/size.js';
import { getUnit } from '../../image/styles/style.js';
import { drawTextPanel, type PanelKind } from '../../image/text-panel.js';
import { type Actor } from './actor.js';
import { easeOut, getShare } from './easing.js';
import { type VideoSpec } from './video-spec.js';
import { drawLayerFor } from './layer.js';
import { type VideoScene } from './set-scene.js';

/** The title is complete after this share of the video, but at most after this many seconds. */
const SHARE_FOR_TITLE = 0.45;
const MAX_SECONDS_FOR_TITLE = 2;

interface Entrance {
  startSeconds: number;
  lengthSeconds: number;
}

/** The prompt on a panel, which appears line by line. */
export async function writeTitle(
  spec: VideoSpec,
  canvas: ImageSize,
  { random, palette }: VideoScene,
  startSeconds: number,
): Promise<Actor[]> {
  const [panel, text] = random.chance(0.5) ? [palette.paper, palette.ink] : [palette.ink, palette.paper];
  const shapes = drawTextPanel({
    ...canvas,
    kind: random.pick<PanelKind>(['card', 'card', 'plate', 'band']),
    text: spec.prompt,
    footer: `Modelgate sandbox · ${spec.width}×${spec.height} · ${spec.framesPerSecond} fps`,
    colors: { panel, text, accent: palette.accent },
  });
  const rise = getUnit(canvas) * 5;
  const layers = await Promise.all(shapes.map((shape) => drawLayerFor(canvas, shape)));
  return layers.flatMap((layer, index) => {
    if (layer === undefined) return [];
    const entrance = buildEntrance(index, shapes.length, startSeconds, spec.durationSeconds);
    return [{ layer, poseAt: ({ seconds }) => buildEntrancePose(entrance, seconds, rise) }];
  });
}

/** Each line starts before the previous one has arrived. */
function buildEntrance(
  index: number,
  count: number,
  startSeconds: number,
  durationSeconds: number,
): Entrance {
  const wholeSeconds = Math.min(
    MAX_SECONDS_FOR_TITLE,
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

function buildEntrancePose(
  { startSeconds, lengthSeconds }: Entrance,
  seconds: number,
  rise: number,
): ReturnType<Actor['poseAt']> {
  const share = getShare(seconds, startSeconds, lengthSeconds);
  return { x: 0, y: rise * (1 - easeOut(share)), scale: 1, opacity: share };
}

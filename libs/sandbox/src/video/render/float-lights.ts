import { type ImageSize } from '../../image/size.js';
import { getUnit } from '../../image/styles/style.js';
import { circle, element } from '../../image/svg.js';
import { type Actor } from './actor.js';
import { drawLayerFor, type Layer } from './layer.js';
import { type VideoScene } from './set-scene.js';

const LIGHTS = 12;

/** Soft lights that rise through the image and sway. Lights that leave at the top return at the bottom. */
export async function floatLights(canvas: ImageSize, { random, palette }: VideoScene): Promise<Actor[]> {
  const unit = getUnit(canvas);
  const lights = Array.from({ length: LIGHTS }, async (): Promise<Actor | undefined> => {
    const radius = unit * random.between(0.8, 3.4);
    const color = random.pick([palette.glow, palette.paper, palette.accent]);
    const [column, row] = [random.between(0, canvas.width), random.between(0, 1)];
    const pixelsPerSecond = unit * random.between(3, 10);
    const [sway, phase] = [unit * random.between(0.5, 2.5), random.between(0, 7)];
    const layer = await drawLight(radius, color);
    const travelHeight = canvas.height + 2 * radius;
    return (
      layer && {
        layer,
        poseAt: ({ seconds }) => {
          const travelled = (row * travelHeight + seconds * pixelsPerSecond) % travelHeight;
          return {
            x: column - radius + sway * Math.sin(seconds * 1.4 + phase),
            y: canvas.height - travelled,
            scale: 1,
            opacity: 0.55 + 0.25 * Math.sin(seconds * 2.3 + phase),
          };
        },
      }
    );
  });
  const drawn = await Promise.all(lights);
  return drawn.filter((actor) => actor !== undefined);
}

async function drawLight(radius: number, color: string): Promise<Layer | undefined> {
  const side = Math.ceil(2 * radius);
  const stops = [
    element('stop', { offset: 0, 'stop-color': color, 'stop-opacity': 0.95 }),
    element('stop', { offset: 0.45, 'stop-color': color, 'stop-opacity': 0.55 }),
    element('stop', { offset: 1, 'stop-color': color, 'stop-opacity': 0 }),
  ];
  return drawLayerFor(
    { width: side, height: side },
    element('defs', {}, element('radialGradient', { id: 'light' }, stops.join(''))) +
      circle([side / 2, side / 2], radius, { fill: 'url(#light)' }),
  );
}

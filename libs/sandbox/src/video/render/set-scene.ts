import { choosePalette, type Palette } from '../../image/palette.js';
import { type Random, randomFrom } from '../../image/random.js';
import { type ImageSize } from '../../image/size.js';
import { STYLES } from '../../image/styles/styles.js';
import { element, rectangle } from '../../image/svg.js';
import { type Actor } from './actor.js';
import { chooseCamera, poseOnRide, splitIntoPlanes } from './choreography.js';
import { type VideoSpec } from './video-spec.js';
import { drawLayerFor } from './layer.js';

/** How much of the image lies outside of the frame, on each side, so that there is more to see on the way. */
const OVERHANG = 0.08;

export interface VideoScene {
  random: Random;
  palette: Palette;
  planes: Actor[];
}

/** The scene that the sandbox would paint for this prompt and seed, larger than the frame and taken apart. */
export async function setScene(spec: VideoSpec): Promise<VideoScene> {
  const random = randomFrom(spec.prompt, spec.seed, 0);
  const palette = choosePalette(random);
  const overhang = { x: Math.round(spec.width * OVERHANG), y: Math.round(spec.height * OVERHANG) };
  const canvas: ImageSize = {
    width: spec.width + 2 * overhang.x,
    height: spec.height + 2 * overhang.y,
  };
  const style = random.pick(STYLES);
  const { definitions, ground, shapes } = style({ ...canvas, palette, random });
  const camera = chooseCamera(random, overhang);
  const planes = splitIntoPlanes(style, shapes);
  const actors = planes.map(async (plane, index): Promise<Actor | undefined> => {
    const behind = index === 0 ? rectangle({ x: 0, y: 0, ...canvas }, { fill: ground }) : '';
    const layer = await drawLayerFor(canvas, element('defs', {}, definitions.join('')) + behind + plane);
    if (layer === undefined) return undefined;
    return {
      layer: { ...layer, x: layer.x - overhang.x, y: layer.y - overhang.y },
      poseAt: (moment) => poseOnRide(camera, (index + 1) / planes.length, moment),
    };
  });
  const drawn = await Promise.all(actors);
  return { random, palette, planes: drawn.filter((actor) => actor !== undefined) };
}

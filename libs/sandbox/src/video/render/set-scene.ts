import { type Palette, choosePalette } from '../../image/palette.js';
import { type Random, createRandom } from '../../image/random.js';
import { type ImageSize } from '../../image/size.js';
import { circles } from '../../image/styles/circles.js';
import { currents } from '../../image/styles/currents.js';
import { dunes } from '../../image/styles/dunes.js';
import { type Style } from '../../image/styles/style.js';
import { STYLES } from '../../image/styles/styles.js';
import { sunburst } from '../../image/styles/sunburst.js';
import { element, rectangle } from '../../image/svg.js';
import { type Actor, type Moment } from './actor.js';
import { easeInOut } from './easing.js';
import { drawLayerFor } from './layer.js';
import { type Pose } from './paint-layer.js';
import { type VideoSpec } from './video-spec.js';

/** The share of the image outside of the frame, on each side, which the camera moves into. */
const OVERHANG = 0.08;

export interface VideoScene {
  random: Random;
  palette: Palette;
  planes: Actor[];
}

/** The index after the last shape of each plane, from the back. The front plane has the remaining shapes. */
type PlaneEnds = (shapeCount: number) => readonly number[];

/** Styles with depth. The others cover the canvas without a gap, and are one plane. */
const PLANES = new Map<Style, PlaneEnds>([
  // The sun with its halos, then ranges of hills.
  [dunes, () => [4, 6, 8]],
  [circles, (count) => [count / 3, (count * 2) / 3]],
  [currents, (count) => [count * 0.4, count * 0.75]],
  // Rays, then the sun with its rings.
  [sunburst, (count) => [count - 5]],
]);

interface Camera {
  /** The maximum distance in each direction. */
  reachX: number;
  reachY: number;
  directionX: number;
  directionY: number;
  zoomFrom: number;
  zoomTo: number;
}

/** The scene that the sandbox paints for this prompt and seed, larger than the frame and split into planes. */
export async function setScene(spec: VideoSpec): Promise<VideoScene> {
  const random = createRandom(spec.prompt, spec.seed, 0);
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
      poseAt: (moment) => getCameraPose(camera, (index + 1) / planes.length, moment),
    };
  });
  const drawn = await Promise.all(actors);
  return { random, palette, planes: drawn.filter((actor) => actor !== undefined) };
}

/** The shapes of an image in planes that move independently, the farthest first. */
function splitIntoPlanes(style: Style, shapes: readonly string[]): string[] {
  const ends = PLANES.get(style)?.(shapes.length) ?? [];
  const borders = [0, ...ends.map((end) => Math.round(end)), shapes.length];
  return borders.slice(1).map((end, index) => shapes.slice(borders[index], end).join(''));
}

/** A slow movement across the image, with a zoom in or out. */
function chooseCamera(random: Random, reach: { x: number; y: number }): Camera {
  const angle = random.between(-0.6, 0.6);
  const [near, far] = [1.1, 1];
  const [zoomFrom, zoomTo] = random.chance(0.6) ? [far, near] : [near, far];
  return {
    reachX: reach.x,
    reachY: reach.y,
    directionX: Math.cos(angle) * random.pick([-1, 1]),
    directionY: Math.sin(angle),
    zoomFrom,
    zoomTo,
  };
}

/** Near planes move more and float slightly; nearness is from 0 to 1. */
function getCameraPose(camera: Camera, nearness: number, moment: Moment): Pose {
  // Half linear and half eased, so that it moves from the first image to the last.
  const progress = (moment.share + easeInOut(moment.share)) / 2;
  const position = (2 * progress - 1) * (0.25 + 0.6 * nearness);
  const floating = 0.15 * nearness * Math.sin(moment.seconds * 1.9 + nearness * 5);
  return {
    x: camera.reachX * camera.directionX * position,
    y: camera.reachY * (camera.directionY * position + floating),
    scale: camera.zoomFrom + (camera.zoomTo - camera.zoomFrom) * progress,
    opacity: 1,
  };
}

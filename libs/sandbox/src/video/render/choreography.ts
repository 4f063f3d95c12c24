import { type Random } from '../../image/random.js';
import { circles } from '../../image/styles/circles.js';
import { currents } from '../../image/styles/currents.js';
import { dunes } from '../../image/styles/dunes.js';
import { type Style } from '../../image/styles/style.js';
import { sunburst } from '../../image/styles/sunburst.js';
import { type Moment } from './actor.js';
import { easeInOut } from './easing.js';
import { type Pose } from './paint-layer.js';

/** With how many of its shapes each plane of an image ends, from the back; the last takes what is left. */
type Planes = (shapeCount: number) => readonly number[];

/** Styles that have a depth. The others cover the canvas without a gap, and stay whole. */
const PLANES = new Map<Style, Planes>([
  // The sun with its halos, then ranges of hills.
  [dunes, () => [4, 6, 8]],
  [circles, (count) => [count / 3, (count * 2) / 3]],
  [currents, (count) => [count * 0.4, count * 0.75]],
  // Rays, then the sun with its rings.
  [sunburst, (count) => [count - 5]],
]);

/** The shapes of an image in planes that can move against each other, the farthest first. */
export function splitIntoPlanes(style: Style, shapes: readonly string[]): string[] {
  const ends = PLANES.get(style)?.(shapes.length) ?? [];
  const borders = [0, ...ends.map((end) => Math.round(end)), shapes.length];
  return borders.slice(1).map((end, index) => shapes.slice(borders[index], end).join(''));
}

export interface Camera {
  /** How far anything may go to either side. */
  reachX: number;
  reachY: number;
  directionX: number;
  directionY: number;
  zoomFrom: number;
  zoomTo: number;
}

/** A slow ride across the image, and into it or out of it. */
export function chooseCamera(random: Random, reach: { x: number; y: number }): Camera {
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

/** What is near moves more, and floats a little; nearness goes from 0 to 1. */
export function poseOnRide(camera: Camera, nearness: number, moment: Moment): Pose {
  // Half eased, so that it is moving from the first image to the last.
  const ridden = (moment.share + easeInOut(moment.share)) / 2;
  const candidate = (2 * ridden - 1) * (0.25 + 0.6 * nearness);
  const floating = 0.15 * nearness * Math.sin(moment.seconds * 1.9 + nearness * 5);
  return {
    x: camera.reachX * camera.directionX * candidate,
    y: camera.reachY * (camera.directionY * candidate + floating),
    scale: camera.zoomFrom + (camera.zoomTo - camera.zoomFrom) * ridden,
    opacity: 1,
  };
}

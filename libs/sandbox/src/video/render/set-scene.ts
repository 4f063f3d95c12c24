import { type Palette, choosePalette } from '../../image/palette.js';
import { type Random, randomFrom } from '../../image/random.js';
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

/** How much of the image lies outside of the frame, on each side, so that there is more to see on the way. */
const OVERHANG = 0.08;

export interface VideoScene {
  random: Random;
  palette: Palette;
  planes: Actor[];
}

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

interface Camera {
  /** How far anything may go to either side. */
  reachX: number;
  reachY: number;
  directionX: number;
  directionY: number;
  zoomFrom: number;
  zoomTo: number;
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

/** The shapes of an image in planes that can move against each other, the farthest first. */
function splitIntoPlanes(style: Style, shapes: readonly string[]): string[] {
  const ends = PLANES.get(style)?.(shapes.length) ?? [];
  const borders = [0, ...ends.map((end) => Math.round(end)), shapes.length];
  return borders.slice(1).map((end, index) => shapes.slice(borders[index], end).join(''));
}

/** A slow ride across the image, and into it or out of it. */
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

/** What is near moves more, and floats a little; nearness goes from 0 to 1. */
function poseOnRide(camera: Camera, nearness: number, moment: Moment): Pose {
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

import { drawLine, widthOf } from '../../image/lettering/text-line.js';
import { type Palette } from '../../image/palette.js';
import { type ImageSize } from '../../image/size.js';
import { unitOf } from '../../image/styles/style.js';
import { rectangle } from '../../image/svg.js';
import { type FilmOrder, frameCountOf } from './film-order.js';
import { drawWhole, type Layer } from './layer.js';

const SMALLEST_CAPITALS = 5;
/** In heights of a capital. */
const HEIGHT = 2.8;
const LINE_HEIGHT = 0.4;
const PADDING = 1.4;

export function stripHeightOf(canvas: ImageSize): number {
  return Math.round(capitalHeightOf(canvas) * HEIGHT);
}

/** The foot of a picture: how much of the film is over, as a line and in figures. */
export async function drawTimeStrip(order: FilmOrder, frame: number, palette: Palette): Promise<Layer> {
  const capitalHeight = capitalHeightOf(order);
  const strip = { width: order.width, height: stripHeightOf(order) };
  const frameCount = frameCountOf(order);
  const line = {
    x: 0,
    y: 0,
    width: (strip.width * (frame + 1)) / frameCount,
    height: capitalHeight * LINE_HEIGHT,
  };
  const layer = await drawWhole(
    strip,
    rectangle({ x: 0, y: 0, ...strip }, { fill: palette.ink }) +
      rectangle(line, { fill: palette.accent }) +
      drawFigures(order, frame, palette.paper),
  );
  return { ...layer, y: order.height - strip.height };
}

/** The time is on the right, the number of the picture on the left where there is room for both. */
function drawFigures(order: FilmOrder, frame: number, color: string): string {
  const capitalHeight = capitalHeightOf(order);
  const padding = capitalHeight * PADDING;
  const frameCount = frameCountOf(order);
  const digits = String(frameCount).length;
  const number = `frame ${String(frame + 1).padStart(digits, '0')}/${frameCount}`;
  const time = `${timeCode(frame / order.framesPerSecond)} / ${timeCode(order.durationSeconds)}`;
  const shortTime = timeCode(frame / order.framesPerSecond);
  const baseline = (capitalHeight * (HEIGHT + LINE_HEIGHT + 1)) / 2;
  const drawAt = (text: string, x: number): string => drawLine(text, { x, baseline, capitalHeight, color });
  const room = order.width - 2 * padding;
  const widthIn = (text: string): number => widthOf(text) * capitalHeight;
  if (widthIn(number) + widthIn(time) + padding <= room) {
    return drawAt(number, padding) + drawAt(time, order.width - padding - widthIn(time));
  }
  const fitting = widthIn(time) <= room ? time : shortTime;
  return drawAt(fitting, (order.width - widthIn(fitting)) / 2);
}

function capitalHeightOf(canvas: ImageSize): number {
  return Math.max(SMALLEST_CAPITALS, unitOf(canvas) * 1.9);
}

/** Minutes, seconds and hundredths. */
function timeCode(seconds: number): string {
  const hundredths = Math.round(seconds * 100);
  return `${twoDigits(hundredths / 6000)}:${twoDigits((hundredths / 100) % 60)}.${twoDigits(hundredths % 100)}`;
}

function twoDigits(number: number): string {
  return String(Math.floor(number)).padStart(2, '0');
}

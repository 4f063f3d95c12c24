import { drawLine, measureWidth } from '../../image/lettering/text-line.js';
import { type Palette } from '../../image/palette.js';
import { type ImageSize } from '../../image/size.js';
import { getUnit } from '../../image/styles/style.js';
import { rectangle } from '../../image/svg.js';
import { type VideoSpec, getFrameCount } from './video-spec.js';
import { drawWhole, type Layer } from './layer.js';

const MIN_CAPITALS = 5;
/** In heights of a capital. */
const HEIGHT = 2.8;
const LINE_HEIGHT = 0.4;
const PADDING = 1.4;

export function getStripHeight(canvas: ImageSize): number {
  return Math.round(getCapitalHeight(canvas) * HEIGHT);
}

/** The foot of an image: the elapsed share of the video as a line and in figures. */
export async function drawTimeStrip(spec: VideoSpec, frame: number, palette: Palette): Promise<Layer> {
  const capitalHeight = getCapitalHeight(spec);
  const strip = { width: spec.width, height: getStripHeight(spec) };
  const frameCount = getFrameCount(spec);
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
      drawFigures(spec, frame, palette.paper),
  );
  return { ...layer, y: spec.height - strip.height };
}

/** The time is on the right, the number of the image on the left if there is space for both. */
function drawFigures(spec: VideoSpec, frame: number, color: string): string {
  const capitalHeight = getCapitalHeight(spec);
  const padding = capitalHeight * PADDING;
  const frameCount = getFrameCount(spec);
  const digits = String(frameCount).length;
  const number = `frame ${String(frame + 1).padStart(digits, '0')}/${frameCount}`;
  const time = `${timeCode(frame / spec.framesPerSecond)} / ${timeCode(spec.durationSeconds)}`;
  const shortTime = timeCode(frame / spec.framesPerSecond);
  const baseline = (capitalHeight * (HEIGHT + LINE_HEIGHT + 1)) / 2;
  const drawAt = (text: string, x: number): string => drawLine(text, { x, baseline, capitalHeight, color });
  const room = spec.width - 2 * padding;
  const widthIn = (text: string): number => measureWidth(text) * capitalHeight;
  if (widthIn(number) + widthIn(time) + padding <= room) {
    return drawAt(number, padding) + drawAt(time, spec.width - padding - widthIn(time));
  }
  const fitting = widthIn(time) <= room ? time : shortTime;
  return drawAt(fitting, (spec.width - widthIn(fitting)) / 2);
}

function getCapitalHeight(canvas: ImageSize): number {
  return Math.max(MIN_CAPITALS, getUnit(canvas) * 1.9);
}

/** Minutes, seconds and hundredths. */
function timeCode(seconds: number): string {
  const hundredths = Math.round(seconds * 100);
  return `${twoDigits(hundredths / 6000)}:${twoDigits((hundredths / 100) % 60)}.${twoDigits(hundredths % 100)}`;
}

function twoDigits(number: number): string {
  return String(Math.floor(number)).padStart(2, '0');
}

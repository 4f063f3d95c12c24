import { type VideoRequest } from '#canonical';
import { unsupported } from './video-fields.js';

/** Services round the sides of their videos to multiples that their models support. */
const MAX_RATIO_DIFFERENCE = 0.03;
const MAX_AREA_DIFFERENCE = 0.1;

type RequestedShape = Pick<VideoRequest, 'width' | 'height' | 'aspectRatio'>;

/** Both sides; undefined if no size was requested. */
export function getSides({ width, height }: RequestedShape): { width: number; height: number } | undefined {
  if (width === undefined && height === undefined) return undefined;
  if (width === undefined || height === undefined) {
    throw unsupported('size', 'This model requires both width and height, or neither.');
  }
  return { width, height };
}

/** The requested aspect ratio, by name or by size, from those that a service offers. */
export function getRatio(request: RequestedShape, offered: readonly string[]): string | undefined {
  const { aspectRatio } = request;
  const sides = getSides(request);
  if (sides === undefined && aspectRatio === undefined) return undefined;
  const requested = sides === undefined ? parseRatio(aspectRatio ?? '') : sides.width / sides.height;
  const ratio = offered.find((one) => isNear(requested, parseRatio(one), MAX_RATIO_DIFFERENCE));
  if (ratio === undefined) {
    const param = sides === undefined ? 'aspect_ratio' : 'size';
    throw unsupported(param, `This model supports the aspect ratios ${offered.join(', ')}.`);
  }
  return ratio;
}

/** The resolution of the requested size, from those that a service offers with their numbers of pixels. */
export function getResolution(
  request: RequestedShape,
  offered: Readonly<Record<string, number>>,
): string | undefined {
  const sides = getSides(request);
  if (sides === undefined) return undefined;
  const area = sides.width * sides.height;
  const [name] = Object.entries(offered).find(([, each]) => isNear(area, each, MAX_AREA_DIFFERENCE)) ?? [];
  if (name === undefined) {
    throw unsupported('size', `This model supports the sizes ${Object.keys(offered).join(', ')}.`);
  }
  return name;
}

/** For services whose videos have the shape of the first frame. */
export function refuseAspectRatio({ aspectRatio }: RequestedShape): void {
  if (aspectRatio === undefined) return;
  throw unsupported('aspect_ratio', 'With a first frame, the video has the aspect ratio of that image.');
}

/** The name of the resolution by the shorter side of the video. */
export function chooseResolution(
  { width, height }: RequestedShape,
  names: Readonly<Record<number, string>>,
): string | undefined {
  if (width === undefined || height === undefined) return undefined;
  const name = names[Math.min(width, height)];
  if (name !== undefined) return name;
  throw unsupported(
    'size',
    `This model supports videos with a shorter side of ${Object.keys(names).join(', ')} pixels.`,
  );
}

function parseRatio(ratio: string): number {
  const [across, down] = ratio.split(':').map(Number);
  return (across ?? Number.NaN) / (down ?? Number.NaN);
}

function isNear(value: number, target: number, maxDifference: number): boolean {
  return Math.abs(value / target - 1) <= maxDifference;
}

import { type VideoRequest } from '#canonical';
import { unsupported } from './video-fields.js';

/** Services round the sides of their videos to what their models can paint. */
const MAX_RATIO_DIFFERENCE = 0.03;
const MAX_AREA_DIFFERENCE = 0.1;

type Sized = Pick<VideoRequest, 'width' | 'height' | 'aspectRatio'>;

/** Both sides, or undefined where no size was asked for. */
export function getSides({ width, height }: Sized): { width: number; height: number } | undefined {
  if (width === undefined && height === undefined) return undefined;
  if (width === undefined || height === undefined) {
    throw unsupported('size', 'This model takes a width and a height, or neither.');
  }
  return { width, height };
}

/** Which of the ratios that a service offers was asked for, by its name or by a size. */
export function getRatio(request: Sized, offered: readonly string[]): string | undefined {
  const { aspectRatio } = request;
  const sides = getSides(request);
  if (sides === undefined && aspectRatio === undefined) return undefined;
  const asked = sides === undefined ? parseRatio(aspectRatio ?? '') : sides.width / sides.height;
  const ratio = offered.find((one) => isNear(asked, parseRatio(one), MAX_RATIO_DIFFERENCE));
  if (ratio === undefined) {
    const param = sides === undefined ? 'aspect_ratio' : 'size';
    throw unsupported(param, `This model makes videos of the ratios ${offered.join(', ')}.`);
  }
  return ratio;
}

/** Which of the resolutions that a service names, each with as many pixels as it stands for, a size belongs to. */
export function getResolution(request: Sized, offered: Readonly<Record<string, number>>): string | undefined {
  const sides = getSides(request);
  if (sides === undefined) return undefined;
  const area = sides.width * sides.height;
  const [name] = Object.entries(offered).find(([, each]) => isNear(area, each, MAX_AREA_DIFFERENCE)) ?? [];
  if (name === undefined) {
    throw unsupported('size', `This model makes videos of ${Object.keys(offered).join(', ')}.`);
  }
  return name;
}

/** For services that make a video in the shape of its first frame. */
export function refuseAspectRatio({ aspectRatio }: Sized): void {
  if (aspectRatio === undefined) return;
  throw unsupported(
    'aspect_ratio',
    'With a first frame, this model makes videos in the shape of that image.',
  );
}

/** What a service calls the shorter side of a video, which is how services name resolutions. */
export function chooseResolution(
  { width, height }: Sized,
  known: Readonly<Record<number, string>>,
): string | undefined {
  if (width === undefined || height === undefined) return undefined;
  const name = known[Math.min(width, height)];
  if (name !== undefined) return name;
  throw unsupported(
    'size',
    `This model makes videos with a shorter side of ${Object.keys(known).join(', ')} pixels.`,
  );
}

function parseRatio(ratio: string): number {
  const [across, down] = ratio.split(':').map(Number);
  return (across ?? Number.NaN) / (down ?? Number.NaN);
}

function isNear(value: number, wanted: number, maxDifference: number): boolean {
  return Math.abs(value / wanted - 1) <= maxDifference;
}

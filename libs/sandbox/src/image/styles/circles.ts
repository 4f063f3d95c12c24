import { type Point, circle, element, formatNumber } from '../svg.js';
import { type Canvas, type Style, getUnit } from './style.js';

interface Disc {
  center: Point;
  radius: number;
}

const TRIES = 900;

/** Discs of many sizes that do not touch, some with rings, some cut in half. */
export const circles: Style = (canvas) => ({
  definitions: [],
  ground: canvas.palette.ground,
  shapes: packDiscs(canvas).map((disc) => drawDisc(disc, canvas)),
});

/** Each disc grows until it reaches its neighbors; the largest come first. */
function packDiscs(canvas: Canvas): Disc[] {
  const { width, height, random } = canvas;
  const unit = getUnit(canvas);
  const gap = unit * 0.7;
  const discs: Disc[] = [];
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const center: Point = [random.between(-0.05, 1.05) * width, random.between(-0.05, 1.05) * height];
    const largest = unit * (attempt < 12 ? 22 : attempt < 120 ? 9 : 4);
    const free = discs.map((disc) => distance(disc.center, center) - disc.radius - gap);
    const radius = Math.min(largest, ...free);
    if (radius > unit) discs.push({ center, radius });
  }
  return discs;
}

function drawDisc({ center, radius }: Disc, { palette, random }: Canvas): string {
  const [first, second] = [random.pick(palette.shades), random.pick(palette.shades)];
  const body = circle(center, radius, { fill: random.chance(0.12) ? palette.accent : first });
  switch (random.pick(['plain', 'ringed', 'halved', 'cored'])) {
    case 'ringed':
      return (
        body +
        [0.75, 0.5, 0.25]
          .map((share) =>
            circle(center, radius * share, {
              fill: 'none',
              stroke: second,
              'stroke-width': radius * 0.09,
            }),
          )
          .join('')
      );
    case 'halved':
      return body + element('path', { d: halfDisc(center, radius, random.between(0, 360)), fill: second });
    case 'cored':
      return body + circle(center, radius * 0.45, { fill: palette.ground });
    default:
      return body;
  }
}

function halfDisc([x, y]: Point, radius: number, degrees: number): string {
  const angle = (degrees * Math.PI) / 180;
  const [dx, dy] = [Math.cos(angle) * radius, Math.sin(angle) * radius];
  const r = formatNumber(radius);
  return `M${formatNumber(x - dx)} ${formatNumber(y - dy)}A${r} ${r} 0 0 1 ${formatNumber(x + dx)} ${formatNumber(y + dy)}Z`;
}

function distance([x1, y1]: Point, [x2, y2]: Point): number {
  return Math.hypot(x1 - x2, y1 - y2);
}

import { type Point, circle, element, smoothLine, verticalGradient } from '../svg.js';
import { type Canvas, type Style, getUnit } from './style.js';

const RANGES = 7;
const POINTS = 14;

/** A sun over ranges of hills that darken towards the viewer. */
export const dunes: Style = (canvas) => {
  const { width, height, palette, random } = canvas;
  const { ground, shades, glow } = palette;
  const unit = getUnit(canvas);
  const sun: Point = [width * random.between(0.2, 0.8), height * random.between(0.16, 0.32)];
  const sunRadius = unit * random.between(7, 12);
  const halos = [2.6, 1.9, 1.4].map((factor) =>
    circle(sun, sunRadius * factor, { fill: glow, 'fill-opacity': 0.16 }),
  );
  const ranges = Array.from({ length: RANGES }, (_, index) =>
    element('path', {
      d: rangeOutline(canvas, index),
      fill: shades[Math.min(4, Math.floor((index * 5) / RANGES))],
      'fill-opacity': 0.82 + (0.18 * index) / RANGES,
    }),
  );
  return {
    definitions: [verticalGradient('sky', [ground, shades[0]])],
    ground: 'url(#sky)',
    shapes: [...halos, circle(sun, sunRadius, { fill: glow }), ...ranges],
  };
};

function rangeOutline({ width, height, random }: Canvas, index: number): string {
  const base = height * (0.34 + (0.58 * index) / (RANGES - 1));
  const swing = height * random.between(0.03, 0.075);
  const waves = random.between(0.8, 2.2);
  const phase = random.between(0, 2 * Math.PI);
  const ridge = Array.from({ length: POINTS + 1 }, (_, point): Point => {
    const share = point / POINTS;
    const angle = share * waves * 2 * Math.PI + phase;
    return [share * width, base + swing * (Math.sin(angle) + 0.4 * Math.sin(2.3 * angle + index))];
  });
  return `${smoothLine(ridge)}V${height}H0Z`;
}

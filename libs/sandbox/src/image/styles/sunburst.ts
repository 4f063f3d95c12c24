import { type Point, circle, polygon } from '../svg.js';
import { type Style, getUnit } from './style.js';

/** Rays from a low sun, and rings around it. */
export const sunburst: Style = (canvas) => {
  const { width, height, palette, random } = canvas;
  const unit = getUnit(canvas);
  const center: Point = [width * random.between(0.3, 0.7), height * random.between(0.24, 0.46)];
  const rayCount = random.integer(14, 26);
  const rotation = random.between(0, Math.PI);
  const reach = Math.hypot(width, height);
  const pointAt = (angle: number): Point => [
    center[0] + Math.cos(angle) * reach,
    center[1] + Math.sin(angle) * reach,
  ];
  const rays = Array.from({ length: rayCount }, (_, index) => {
    const angle = rotation + (index * 2 * Math.PI) / rayCount;
    return polygon([center, pointAt(angle), pointAt(angle + Math.PI / rayCount)], {
      fill: palette.shades[index % 2],
    });
  });
  const radius = unit * random.between(9, 13);
  const rings = [3.1, 2.5, 1.95, 1.45].map((factor, index) =>
    circle(center, radius * factor, {
      fill: palette.shades[(index + 1) % 5],
      stroke: palette.ground,
      'stroke-width': unit * 0.7,
    }),
  );
  return {
    definitions: [],
    ground: palette.ground,
    shapes: [
      ...rays,
      ...rings,
      circle(center, radius, { fill: palette.accent, stroke: palette.ground, 'stroke-width': unit * 0.7 }),
    ],
  };
};

import { type ImageSize } from './size.js';
import { type Point } from './svg.js';

const CORNERS = 120;
const SQUARENESS = 3.4;
const SHARE_OF_CANVAS = 0.96;

/** A superellipse: rounder than the canvas, squarer than an ellipse, with a small margin around it. */
export function medallionOutline({ width, height }: ImageSize): Point[] {
  return Array.from({ length: CORNERS }, (_, index): Point => {
    const angle = (index * 2 * Math.PI) / CORNERS;
    const [x, y] = [swell(Math.cos(angle)), swell(Math.sin(angle))];
    return [(width / 2) * (1 + SHARE_OF_CANVAS * x), (height / 2) * (1 + SHARE_OF_CANVAS * y)];
  });
}

function swell(coordinate: number): number {
  return Math.sign(coordinate) * Math.abs(coordinate) ** (2 / SQUARENESS);
}

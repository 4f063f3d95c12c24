import { type Point, element, smoothLine, verticalGradient } from '../svg.js';
import { type Canvas, type Style, getUnit } from './style.js';

const LINES = 240;
const STEPS = 14;

/** Strokes that follow a flow field. */
export const currents: Style = (canvas) => {
  const { width, height, palette, random } = canvas;
  const unit = getUnit(canvas);
  const directionAt = buildFlowField(canvas);
  const lines = Array.from({ length: LINES }, (_, index) => {
    const start: Point = [random.between(-0.1, 1.05) * width, random.between(-0.05, 1.05) * height];
    return element('path', {
      d: smoothLine(followFlow(start, unit * random.between(2.4, 4.6), directionAt)),
      fill: 'none',
      stroke: random.chance(0.05) ? palette.accent : random.pick(palette.shades),
      'stroke-width': unit * random.between(0.25, index < LINES / 5 ? 2.4 : 1.1),
      'stroke-linecap': 'round',
      'stroke-opacity': 0.9,
    });
  });
  return {
    definitions: [verticalGradient('water', [palette.ground, palette.shades[0]])],
    ground: 'url(#water)',
    shapes: [...lines],
  };
};

type FlowField = (point: Point) => number;

function buildFlowField({ width, height, random }: Canvas): FlowField {
  const tilt = random.between(-0.6, 0.6);
  const [first, second] = [random.between(3, 6), random.between(3, 6)];
  const [firstPhase, secondPhase] = [random.between(0, 7), random.between(0, 7)];
  const side = Math.max(width, height);
  return ([x, y]) =>
    tilt +
    0.9 * Math.sin((first * x) / side + firstPhase + Math.cos((second * y) / side)) +
    0.7 * Math.cos((second * y) / side + secondPhase);
}

function followFlow(start: Point, step: number, directionAt: FlowField): Point[] {
  const points = [start];
  let [x, y] = start;
  for (let count = 0; count < STEPS; count += 1) {
    const direction = directionAt([x, y]);
    x += Math.cos(direction) * step;
    y += Math.sin(direction) * step;
    points.push([x, y]);
  }
  return points;
}

import { circle, element, rectangle, formatNumber } from '../svg.js';
import { type Canvas, type Style, getUnit } from './style.js';

interface Block {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A grid of squares, each with one plain shape. */
export const blocks: Style = (canvas) => {
  const { width, height, palette, random } = canvas;
  const side = getUnit(canvas) * random.between(15, 21);
  const columns = Math.max(1, Math.round(width / side));
  const rows = Math.max(1, Math.round(height / side));
  return {
    definitions: [],
    ground: palette.ground,
    shapes: toPairs(computeEdges(rows, height)).flatMap(([y, bottom]) =>
      toPairs(computeEdges(columns, width)).map(([x, right]) =>
        drawBlock({ x, y, width: right - x, height: bottom - y }, canvas),
      ),
    ),
  };
};

/** In whole pixels, so that there are no seams between blocks. */
function computeEdges(count: number, length: number): number[] {
  return Array.from({ length: count + 1 }, (_, index) => Math.round((index * length) / count));
}

function toPairs(numbers: readonly number[]): [start: number, end: number][] {
  return numbers.slice(1).map((end, index) => [numbers[index] ?? 0, end]);
}

function drawBlock(block: Block, { palette, random }: Canvas): string {
  const colors = [palette.ground, ...palette.shades] as const;
  const behind = random.integer(0, colors.length - 1);
  const inFront = (behind + random.integer(2, colors.length - 2)) % colors.length;
  const fill = random.chance(0.14) ? palette.accent : colors[inFront];
  return rectangle(block, { fill: colors[behind] }) + drawForm(block, fill, random.integer(0, 5));
}

function drawForm({ x, y, width, height }: Block, fill: string | undefined, form: number): string {
  const [right, bottom] = [x + width, y + height];
  const center = [x + width / 2, y + height / 2] as const;
  const radius = Math.min(width, height) / 2;
  const arc = `A${formatNumber(width)} ${formatNumber(height)} 0 0 1`;
  switch (form) {
    case 0:
      return circle(center, radius * 0.74, { fill });
    case 1:
      return circle(center, radius * 0.58, { fill: 'none', stroke: fill, 'stroke-width': radius * 0.34 });
    case 2:
      return element('path', {
        d: `M${formatNumber(x)} ${formatNumber(y)}${arc} ${formatNumber(right)} ${formatNumber(bottom)}H${formatNumber(x)}Z`,
        fill,
      });
    case 3:
      return element('path', {
        d: `M${formatNumber(right)} ${formatNumber(bottom)}${arc} ${formatNumber(x)} ${formatNumber(y)}H${formatNumber(right)}Z`,
        fill,
      });
    case 4:
      return element('path', {
        d: `M${formatNumber(x)} ${formatNumber(y)}H${formatNumber(right)}L${formatNumber(x)} ${formatNumber(bottom)}Z`,
        fill,
      });
    default:
      return rectangle({ x, y: center[1], width, height: height / 2 }, { fill });
  }
}

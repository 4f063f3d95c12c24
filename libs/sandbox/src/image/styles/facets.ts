import { type Point, polygon } from '../svg.js';
import { type Canvas, type Style, getUnit } from './style.js';

/** A crumpled sheet: triangles over a jittered grid, shaded along a slope. */
export const facets: Style = (canvas) => {
  const { width, height, palette, random } = canvas;
  const side = getUnit(canvas) * random.between(9, 14);
  const columns = Math.ceil(width / side) + 1;
  const rows = Math.ceil(height / side) + 1;
  const corners = Array.from({ length: rows + 1 }, (_, row) =>
    Array.from({ length: columns + 1 }, (_, column): Point => {
      const jitter = (): number => random.between(-0.3, 0.3) * side;
      return [(column - 0.5) * side + jitter(), (row - 0.5) * side + jitter()];
    }),
  );
  const triangles = corners.slice(0, -1).flatMap((row, rowIndex) =>
    row.slice(0, -1).flatMap((corner, column) => {
      const [right, below] = [row[column + 1] ?? corner, corners[rowIndex + 1]?.[column] ?? corner];
      const across = corners[rowIndex + 1]?.[column + 1] ?? corner;
      return random.chance(0.5)
        ? [
            [corner, right, below],
            [right, across, below],
          ]
        : [
            [corner, right, across],
            [corner, across, below],
          ];
    }),
  );
  const shadeAt = buildShading(canvas);
  return {
    definitions: [],
    ground: palette.shades[2],
    shapes: triangles.map((triangle) => drawFacet(triangle, shadeAt(triangle), side)),
  };
};

/** A thin edge of the same color hides the seams between triangles. */
function drawFacet(triangle: readonly Point[], fill: string, side: number): string {
  return polygon(triangle, {
    fill,
    stroke: fill,
    'stroke-width': side * 0.02,
    'stroke-linejoin': 'round',
  });
}

function buildShading({ width, height, palette, random }: Canvas): (triangle: readonly Point[]) => string {
  const angle = random.between(0.2, 1.3);
  const reach = width * Math.cos(angle) + height * Math.sin(angle);
  const colors = [palette.ground, ...palette.shades];
  return (triangle) => {
    const x = triangle.reduce((sum, point) => sum + point[0], 0) / 3;
    const y = triangle.reduce((sum, point) => sum + point[1], 0) / 3;
    const share = (x * Math.cos(angle) + y * Math.sin(angle)) / reach + random.between(-0.13, 0.13);
    const index = Math.round(share * (colors.length - 1));
    return colors[Math.min(colors.length - 1, Math.max(0, index))] ?? palette.ground;
  };
}

import { type Random } from '../random.js';
import { element, formatNumber } from '../svg.js';
import { type Canvas, type Style, getUnit } from './style.js';

/** Truchet tiles: quarter arcs in squares of random orientation, which join into ribbons. */
export const tiles: Style = (canvas) => {
  const { width, height, palette, random } = canvas;
  // In whole pixels, so that there are no seams between tiles.
  const side = Math.max(1, Math.round(getUnit(canvas) * random.between(9, 15)));
  const ribbons = chooseRibbons(canvas);
  const rows = Array.from({ length: Math.ceil(height / side) }, (_, row) => row * side);
  const columns = Array.from({ length: Math.ceil(width / side) }, (_, column) => column * side);
  return {
    definitions: [],
    ground: palette.ground,
    shapes: rows.flatMap((y) => columns.map((x) => drawTile({ x, y, side }, ribbons, random))),
  };
};

interface Ribbon {
  color: string;
  /** As a share of the tile's side. */
  share: number;
}

/** From bottom to top, the widest first. */
function chooseRibbons({ palette, random }: Canvas): Ribbon[] {
  const [lower, upper] = random.pick<readonly [number, number]>([
    [0.5, 0.3],
    [0.62, 0.2],
    [0.4, 0.14],
  ]);
  return [
    { color: palette.shades[1], share: lower },
    { color: random.chance(0.3) ? palette.accent : palette.shades[3], share: upper },
    { color: palette.ground, share: upper / 4 },
  ];
}

interface Tile {
  x: number;
  y: number;
  side: number;
}

function drawTile(tile: Tile, ribbons: readonly Ribbon[], random: Random): string {
  const d = random.chance(0.5) ? arcsDown(tile) : arcsUp(tile);
  return ribbons
    .map(({ color, share }) =>
      element('path', { d, fill: 'none', stroke: color, 'stroke-width': tile.side * share }),
    )
    .join('');
}

function arcsDown({ x, y, side }: Tile): string {
  const r = formatNumber(side / 2);
  return `M${formatNumber(x + side / 2)} ${formatNumber(y)}A${r} ${r} 0 0 1 ${formatNumber(x)} ${formatNumber(y + side / 2)}M${formatNumber(x + side)} ${formatNumber(y + side / 2)}A${r} ${r} 0 0 0 ${formatNumber(x + side / 2)} ${formatNumber(y + side)}`;
}

function arcsUp({ x, y, side }: Tile): string {
  const r = formatNumber(side / 2);
  return `M${formatNumber(x + side / 2)} ${formatNumber(y)}A${r} ${r} 0 0 0 ${formatNumber(x + side)} ${formatNumber(y + side / 2)}M${formatNumber(x)} ${formatNumber(y + side / 2)}A${r} ${r} 0 0 1 ${formatNumber(x + side / 2)} ${formatNumber(y + side)}`;
}

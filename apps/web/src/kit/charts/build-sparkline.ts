interface Size {
  width: number;
  height: number;
}

/** Half of a stroke at the edge would be cut off otherwise. */
const MARGIN = 1;

/** The paths of a small line and of the area below it. Zero is always at the bottom; null counts as zero. */
export function buildSparkline(
  known: readonly (number | null)[],
  { width, height }: Size,
): { line: string; area: string } {
  // A path needs two points.
  const values = known.length === 1 ? [...known, ...known] : known;
  const max = Math.max(...values.map((value) => value ?? 0), Number.MIN_VALUE);
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  const room = height - 2 * MARGIN;
  const points = values.map((value, position) => {
    const y = MARGIN + room * (1 - (value ?? 0) / max);
    return `${round(position * step)} ${round(y)}`;
  });
  const [first] = points;
  if (first === undefined) return { line: '', area: '' };
  const line = `M${points.join('L')}`;
  return { line, area: `${line}L${round((values.length - 1) * step)} ${height}L0 ${height}Z` };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

interface Size {
  width: number;
  height: number;
}

/** So that a line along the edge is not cut off. */
const MARGIN = 1;

/** The paths of a small line and of what is below it. Zero is always at the bottom; what is not known counts as that. */
export function buildSparkline(
  values: readonly (number | null)[],
  { width, height }: Size,
): { line: string; area: string } {
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

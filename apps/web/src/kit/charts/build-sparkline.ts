interface Size {
  width: number;
  height: number;
}

/** Without this margin, the stroke would be clipped at the edges. */
const MARGIN = 1;

/** The SVG paths of the line and of the area below it. Zero is always at the bottom; null counts as zero. */
export function buildSparkline(
  input: readonly (number | null)[],
  { width, height }: Size,
): { line: string; area: string } {
  // A line needs at least two points.
  const values = input.length === 1 ? [...input, ...input] : input;
  const max = Math.max(...values.map((value) => value ?? 0), Number.MIN_VALUE);
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  const plotHeight = height - 2 * MARGIN;
  const points = values.map((value, position) => {
    const y = MARGIN + plotHeight * (1 - (value ?? 0) / max);
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

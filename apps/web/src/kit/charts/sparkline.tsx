import { buildSparkline } from './build-sparkline.js';
import { toCssColor } from './palette.js';

interface SparklineProps {
  /** One for each hour or so, oldest first; null where there is no value. */
  values: readonly (number | null)[];
  /** A colour of the theme, such as `gate.6`. */
  color: string;
  /** What it shows, for readers who cannot see it. */
  label: string;
  width?: number;
  height?: number;
}

/** A chart the size of a word. */
export function Sparkline({ values, color, label, width = 88, height = 22 }: SparklineProps) {
  const { line, area } = buildSparkline(values, { width, height });
  const stroke = toCssColor(color);
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <path d={area} fill={stroke} opacity={0.15} />
      <path d={line} fill="none" stroke={stroke} strokeWidth={1.5} strokeLinejoin="round" />
    </svg>
  );
}

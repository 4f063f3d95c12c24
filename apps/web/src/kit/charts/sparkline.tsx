import { buildSparkline } from './build-sparkline.js';
import { toCssColor } from './palette.js';

interface SparklineProps {
  /** One value per interval, oldest first; null if an interval has no value. */
  values: readonly (number | null)[];
  /** A theme colour, such as `gate.6`. */
  color: string;
  /** Describes the chart for screen readers. */
  label: string;
  width?: number;
  height?: number;
}

/** A small chart without axes, for tables and cards. */
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

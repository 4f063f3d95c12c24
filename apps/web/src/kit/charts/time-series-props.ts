import { type TimeBucket, type TimePoint } from './time-buckets.js';

export interface Series {
  /** Its key in the `values` of a point. */
  name: string;
  label: string;
  color: string;
}

export interface TimeSeriesProps {
  /** What the chart shows, for who cannot see it: "Requests per hour". */
  label: string;
  points: readonly TimePoint[];
  series: readonly Series[];
  bucket: TimeBucket;
  kind?: 'area' | 'bar' | 'line';
  /** Whether the series add up to something. */
  stacked?: boolean;
  formatValue: (value: number) => string;
  height?: number;
}

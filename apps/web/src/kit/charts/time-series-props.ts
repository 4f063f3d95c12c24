import { type TimeBucket, type TimePoint, type TimeSpan } from './time-buckets.js';
import { type Unit } from './value-axis.js';

export interface Series {
  /** Its key in the `values` of a point. */
  name: string;
  label: string;
  /** A colour of the theme, such as `gate.6`. */
  color: string;
}

export interface TimeSeriesProps {
  /** What the chart shows, for readers who cannot see it: "Requests per hour". */
  label: string;
  points: readonly TimePoint[];
  /** In the order of the legend. Bars are stacked. */
  series: readonly Series[];
  bucket: TimeBucket;
  kind?: 'bar' | 'line';
  unit: Unit;
  height?: number;
  /** Called with the period that the reader has dragged over. */
  onZoom?: (span: TimeSpan) => void;
}

import { type TimeBucket, type TimePoint, type TimeSpan } from './time-buckets.js';
import { type Unit } from './value-axis.js';

export interface Series {
  /** The key of the series in the `values` of a point. */
  name: string;
  label: string;
  /** A theme colour, such as `gate.6`. */
  color: string;
}

export interface TimeSeriesProps {
  /** Describes the chart for screen readers, such as "Requests per hour". */
  label: string;
  points: readonly TimePoint[];
  /** In legend order. Bars are stacked. */
  series: readonly Series[];
  bucket: TimeBucket;
  kind?: 'bar' | 'line';
  unit: Unit;
  height?: number;
  /** Called with the period that the user selected by dragging. */
  onZoom?: (span: TimeSpan) => void;
}

import { useMemo } from 'react';
import { type TimeZone } from '../time-zone/time-zone.js';
import { type PlotScale, buildBars, buildLine, getHighest, getPointX, getValueY } from './chart-shapes.js';
import { ChartTooltip } from './chart-tooltip.js';
import { toCssColor } from './palette.js';
import { type AxisLabel, buildAxisLabels } from './time-axis.js';
import { type TimeSeriesProps } from './time-series-props.js';
import { useBrush } from './use-brush.js';
import { buildValueTicks, formatTick } from './value-axis.js';
import classes from './time-series.module.css';

const MARGIN = { top: 8, right: 8, bottom: 24, axisGap: 8 };
/** The approximate width of a character of the axis labels, in pixels. */
const CHARACTER_WIDTH = 7.6;
const LABEL_WIDTH = 60;

interface DrawingProps extends TimeSeriesProps {
  zone: TimeZone;
  width: number;
  height: number;
}

export function TimeSeriesDrawing(props: DrawingProps) {
  const { label, points, series, bucket, kind = 'bar', unit, zone, width, height, onZoom } = props;
  const ticks = useMemo(
    () => buildValueTicks(getHighest(points, series, kind === 'bar'), unit),
    [points, series, kind, unit],
  );
  const scale = useMemo(() => {
    const longest = Math.max(...ticks.map((tick) => formatTick(tick, unit).length));
    const left = Math.ceil(longest * CHARACTER_WIDTH) + MARGIN.axisGap;
    const area = {
      left,
      top: MARGIN.top,
      width: Math.max(1, width - left - MARGIN.right),
      height: height - MARGIN.top - MARGIN.bottom,
    };
    return { area, count: points.length, max: ticks.at(-1) ?? 1 };
  }, [ticks, unit, width, height, points.length]);
  const labels = useMemo(() => {
    const maxCount = Math.max(1, Math.floor(scale.area.width / LABEL_WIDTH));
    return buildAxisLabels(
      points.map(({ at }) => at),
      { bucket, zone, maxCount },
    );
  }, [points, bucket, zone, scale]);
  const { brush, pointed, handlers } = useBrush({ points, bucket, zone, scale, onZoom });
  return (
    <>
      <svg
        className={classes.drawing}
        width={width}
        height={height}
        role="img"
        aria-label={label}
        data-zoomable={onZoom !== undefined}
        {...handlers}
      >
        <ValueAxis ticks={ticks} unit={unit} scale={scale} />
        {pointed === undefined || brush !== undefined ? null : <Highlight index={pointed} scale={scale} />}
        <Shapes {...props} kind={kind} scale={scale} />
        <TimeLabels labels={labels} scale={scale} width={width} />
        {brush === undefined ? null : <Brush {...brush} scale={scale} />}
      </svg>
      {pointed === undefined ? null : (
        <ChartTooltip
          point={points[pointed]}
          x={getPointX(pointed, scale)}
          {...{ series, bucket, unit, zone, width, isStacked: kind === 'bar' }}
        />
      )}
    </>
  );
}

function Shapes({
  points,
  series,
  kind,
  scale,
}: Pick<DrawingProps, 'points' | 'series' | 'kind'> & { scale: PlotScale }) {
  if (kind === 'bar') {
    return buildBars(points, series, scale).map(({ key, color, ...box }) => (
      <rect key={key} {...box} fill={toCssColor(color)} />
    ));
  }
  return series.map((one) => {
    const { path, dots } = buildLine(points, one, scale);
    const color = toCssColor(one.color);
    return (
      <g key={one.name}>
        <path d={path} fill="none" stroke={color} strokeWidth={2} strokeLinejoin="round" />
        {dots.map(({ x, y }) => (
          <circle key={x} cx={x} cy={y} r={3} fill={color} />
        ))}
      </g>
    );
  });
}

function ValueAxis({
  ticks,
  unit,
  scale,
}: {
  ticks: readonly number[];
  unit: DrawingProps['unit'];
  scale: PlotScale;
}) {
  const { left, width } = scale.area;
  return ticks.map((tick) => {
    const y = getValueY(tick, scale);
    return (
      <g key={tick}>
        <line className={classes.grid} x1={left} x2={left + width} y1={y} y2={y} />
        <text className={classes.text} x={left - MARGIN.axisGap} y={y} dy="0.35em" textAnchor="end">
          {formatTick(tick, unit)}
        </text>
      </g>
    );
  });
}

/** Moves the labels at the edges inward, so that they are not clipped. */
function TimeLabels({
  labels,
  scale,
  width,
}: {
  labels: readonly AxisLabel[];
  scale: PlotScale;
  width: number;
}) {
  const y = scale.area.top + scale.area.height + 17;
  return labels.map(({ index, text }) => {
    const half = (text.length * CHARACTER_WIDTH) / 2;
    const x = Math.min(Math.max(getPointX(index, scale), half), width - half);
    return (
      <text key={index} className={classes.text} x={x} y={y} textAnchor="middle">
        {text}
      </text>
    );
  });
}

function Highlight({ index, scale }: { index: number; scale: PlotScale }) {
  const slot = scale.area.width / scale.count;
  return (
    <rect
      className={classes.highlight}
      x={getPointX(index, scale) - slot / 2}
      y={scale.area.top}
      width={slot}
      height={scale.area.height}
    />
  );
}

function Brush({ first, last, scale }: { first: number; last: number; scale: PlotScale }) {
  const slot = scale.area.width / scale.count;
  return (
    <rect
      className={classes.brush}
      x={getPointX(first, scale) - slot / 2}
      y={scale.area.top}
      width={(last - first + 1) * slot}
      height={scale.area.height}
    />
  );
}

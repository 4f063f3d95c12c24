import { Text } from '@mantine/core';
import { type Schema } from '../../api/client.js';
import { seriesColor } from '../../kit/charts/palette.js';
import { TimeSeries } from '../../kit/charts/time-series.js';
import { formatCount, formatUsd } from '../../kit/format.js';
import { GROUPS, MEASURES, type UsageChoice } from './usage-choice.js';
import { OTHERS, groupTotals, buildPoints, topGroups } from './usage-groups.js';

const HEIGHT = 300;

export interface UsageChartProps {
  report: Schema<'UsageReportView'>;
  choice: UsageChoice;
}

export function UsageChart({ report: { data, from, to }, choice }: UsageChartProps) {
  const { group, measure, bucket } = choice;
  const groups = groupTotals(data, group);
  const top = topGroups(groups, measure);
  if (top.length === 0) {
    return (
      <Text size="sm" c="dimmed" py="xl" ta="center">
        Nothing to draw: there is no {MEASURES[measure].toLowerCase()} in this period.
      </Text>
    );
  }
  const hasOthers = groups.some(
    ({ key, [measure]: amount }) => amount > 0 && !top.some((one) => one.key === key),
  );
  const series = top.map(({ key, label }, index) => ({ name: key, label, color: seriesColor(index) }));
  const others = { name: OTHERS, label: 'All others', color: 'gray.5' };
  return (
    <TimeSeries
      label={`${MEASURES[measure]} per ${bucket}, by ${GROUPS[group].toLowerCase()}`}
      points={buildPoints({ sums: data, group, measure, span: { from, to, bucket } }, top)}
      series={hasOthers ? [...series, others] : series}
      bucket={bucket}
      kind="bar"
      stacked
      formatValue={measure === 'cost' ? formatUsd : formatCount}
      height={HEIGHT}
    />
  );
}

import { Text } from '@mantine/core';
import { type Schema } from '../../api/client.js';
import { seriesColor } from '../../kit/charts/palette.js';
import { TimeSeries } from '../../kit/charts/time-series.js';
import { formatCount, formatUsd, shortenId } from '../../kit/format.js';
import { MEASURES, type UsageChoice, nameGroups } from './usage-choice.js';
import { OTHERS, buildPoints, groupTotals, topGroups } from './usage-groups.js';

const HEIGHT = 300;

interface UsageChartProps {
  report: Schema<'UsageReportView'>;
  choice: UsageChoice;
}

export function UsageChart({ report: { data, from, to }, choice }: UsageChartProps) {
  const { group, secondGroup, measure, bucket } = choice;
  const groups = groupTotals(data, choice);
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
  const series = top.map(({ key, label }, index) => ({
    name: key,
    label: group === 'session' && secondGroup === undefined ? shortenId(label) : label,
    color: seriesColor(index),
  }));
  const others = { name: OTHERS, label: 'All others', color: 'gray.5' };
  return (
    <TimeSeries
      label={`${MEASURES[measure]} per ${bucket}, by ${nameGroups(choice)}`}
      points={buildPoints({ sums: data, groups: choice, measure, span: { from, to, bucket } }, top)}
      series={hasOthers ? [...series, others] : series}
      bucket={bucket}
      kind="bar"
      stacked
      formatValue={measure === 'cost' ? formatUsd : formatCount}
      height={HEIGHT}
    />
  );
}

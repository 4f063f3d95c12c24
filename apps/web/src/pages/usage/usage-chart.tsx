import { Text } from '@mantine/core';
import { type Schema } from '../../api/client.js';
import { seriesColor } from '../../kit/charts/palette.js';
import { TimeSeries } from '../../kit/charts/time-series.js';
import { shortenId } from '../../kit/format.js';
import { type PeriodPlace } from '../../kit/period/use-period.js';
import { type TimeZone } from '../../kit/time-zone/time-zone.js';
import { MEASURES, type UsageChoice, nameGroups } from './usage-choice.js';
import { OTHERS, buildPoints, groupTotals, topGroups } from './usage-groups.js';

const HEIGHT = 300;

interface UsageChartProps {
  report: Schema<'UsageReportView'>;
  choice: UsageChoice;
  /** Whose days the report has. */
  zone: TimeZone;
  period: PeriodPlace;
}

export function UsageChart({ report: { data, from, to }, choice, zone, period }: UsageChartProps) {
  const { group, secondGroup, measure, bucket } = choice;
  const groups = groupTotals(data, choice);
  const top = topGroups(groups, measure);
  if (top.length === 0) {
    return (
      <Text size="sm" c="dimmed" py="xl" ta="center">
        No {MEASURES[measure].toLowerCase()} in this period.
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
      points={buildPoints({ sums: data, groups: choice, measure, span: { from, to, bucket, zone } }, top)}
      series={hasOthers ? [...series, others] : series}
      bucket={bucket}
      unit={measure === 'cost' ? 'usd' : 'count'}
      height={HEIGHT}
      onZoom={period.choose}
    />
  );
}

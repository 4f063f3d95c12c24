import { Button, Group, SegmentedControl, Select, Skeleton, Text } from '@mantine/core';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { type Schema, api, getAnswer } from '../../api/client.js';
import { toAddress } from '../../app/place.js';
import { seriesColor } from '../../kit/charts/palette.js';
import { TimeSeries } from '../../kit/charts/time-series.js';
import { EmptyState } from '../../kit/empty-state.js';
import { Failure } from '../../kit/failure.js';
import { formatCount, formatUsd, shortenId } from '../../kit/format.js';
import { PageHeader } from '../../kit/page-header.js';
import { PeriodPicker } from '../../kit/period/period-picker.js';
import { type PeriodPlace, usePeriod } from '../../kit/period/use-period.js';
import { Section } from '../../kit/section.js';
import { useSession } from '../../session/session-provider.js';
import {
  GROUPS,
  type Group as UsageGroup,
  MEASURES,
  type UsageChoice,
  bucketsFor,
  readChoice,
} from './usage-choice.js';
import { OTHERS, buildPoints, getTotal, groupTotals, topGroups } from './usage-groups.js';
import { UsageTable } from './usage-table.js';
import { UsageTiles } from './usage-tiles.js';

type UsageReport = Schema<'UsageReportView'>;

const BUCKETS = { minute: 'By the minute', hour: 'By the hour', day: 'By the day' } as const;

const HEIGHT = 300;

interface UsageChartProps {
  report: Schema<'UsageReportView'>;
  choice: UsageChoice;
}

export function UsagePage() {
  const period = usePeriod('7d');
  const [params] = useSearchParams();
  const choice = readChoice(params, period.lengthMs);
  const { group, bucket } = choice;
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['usage', 'report', period.key, group, bucket],
    queryFn: () => {
      const query = { ...period.range(), interval: bucket, group_by: group };
      return getAnswer(api.GET('/api/usage', { params: { query } }));
    },
    placeholderData: (before: UsageReport | undefined) => before,
  });
  return (
    <>
      <PageHeader
        title="Usage"
        description="What was used and what it cost, by whom and for what."
        actions={<CsvButton period={period} choice={choice} />}
      />
      <Choices period={period} choice={choice} />
      {error !== null ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton h={420} aria-label="Loading the usage" />
      ) : (
        <Report report={data} choice={choice} period={period} isStale={isPlaceholderData} />
      )}
    </>
  );
}

interface ReportProps {
  report: UsageReport;
  choice: UsageChoice;
  period: PeriodPlace;
  /** While another one is on its way. */
  isStale: boolean;
}

function Report({ report, choice, period, isStale }: ReportProps) {
  if (report.data.length === 0) return <NoUsage />;
  // Until the answer is here, what is shown is cut as it was asked for.
  const shown = isStale ? { ...choice, ...buildCut(report, choice) } : choice;
  const total = getTotal(report.data);
  return (
    <div aria-busy={isStale} style={{ opacity: isStale ? 0.6 : 1 }}>
      <UsageTiles total={total} />
      <Section title={`${MEASURES[shown.measure]} over time`} aside={<MeasureChoice />} mb="md">
        <UsageChart report={report} choice={shown} />
      </Section>
      <UsageTable
        groups={groupTotals(report.data, shown.group)}
        total={total}
        group={shown.group}
        getLink={(key) => getRequests(shown.group, key, period.key)}
      />
    </div>
  );
}

function buildCut({ interval, group_by: groups }: UsageReport, { bucket, group }: UsageChoice) {
  return { bucket: interval === 'total' ? bucket : interval, group: groups[0] ?? group };
}

/** A change of the choice keeps all else of the address. */
function useChoose(): (name: string, value: string | null) => void {
  const [, setParams] = useSearchParams();
  return (name, value) =>
    setParams((present) => {
      const next = new URLSearchParams(present);
      next.delete('sort');
      if (value === null) next.delete(name);
      else next.set(name, value);
      return next;
    });
}

function Choices({ period, choice }: { period: PeriodPlace; choice: UsageChoice }) {
  const { user } = useSession();
  const choose = useChoose();
  const buckets = bucketsFor(period.lengthMs);
  const groups = Object.entries(GROUPS).filter(([name]) => name !== 'owner' || user?.role === 'admin');
  return (
    <Group mb="md" gap="xs" role="search" aria-label="Choose what is shown">
      <PeriodPicker period={period} />
      <Select
        size="xs"
        w={170}
        aria-label="Grouped by"
        data={groups.map(([value, label]) => ({ value, label: `By ${label.toLowerCase()}` }))}
        value={choice.group}
        onChange={(group) => choose('group', group)}
        allowDeselect={false}
      />
      {buckets.length > 1 ? (
        <Select
          size="xs"
          w={150}
          aria-label="Added up"
          data={buckets.map((value) => ({ value, label: BUCKETS[value] }))}
          value={choice.bucket}
          onChange={(bucket) => choose('by', bucket)}
          allowDeselect={false}
        />
      ) : null}
    </Group>
  );
}

function MeasureChoice() {
  const [params] = useSearchParams();
  const choose = useChoose();
  return (
    <SegmentedControl
      size="xs"
      aria-label="What the chart shows"
      data={Object.entries(MEASURES).map(([value, label]) => ({ value, label }))}
      value={params.get('measure') ?? 'cost'}
      onChange={(measure) => choose('measure', measure)}
    />
  );
}

function CsvButton({ period, choice: { group, bucket } }: { period: PeriodPlace; choice: UsageChoice }) {
  const query = new URLSearchParams({ ...period.range(), interval: bucket, group_by: group });
  return (
    <Button
      component="a"
      href={toAddress(`/api/usage.csv?${query.toString()}`)}
      download="usage.csv"
      variant="default"
      leftSection={<IconDownload size={16} />}
    >
      Export CSV
    </Button>
  );
}

function NoUsage() {
  return (
    <EmptyState
      icon={IconChartBar}
      title="Nothing was used in this period"
      action={
        <Button component={Link} to="/playground">
          Open the playground
        </Button>
      }
    >
      Choose a longer period, or send a request: it is counted as soon as it has ended.
    </EmptyState>
  );
}

/** Requests without a channel cannot be asked for as such. */
function getRequests(group: UsageGroup, key: string, periodKey: string): string | undefined {
  if (key === '') return undefined;
  return `/requests?${periodKey}&${new URLSearchParams({ [group]: key }).toString()}`;
}

function UsageChart({ report: { data, from, to }, choice }: UsageChartProps) {
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
  const series = top.map(({ key, label }, index) => ({
    name: key,
    label: group === 'session' ? shortenId(label) : label,
    color: seriesColor(index),
  }));
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

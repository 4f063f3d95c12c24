import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { LoadingPlaceholder } from '../../kit/loading-placeholder.js';
import { type Schema, api, unwrapResponse } from '../../api/client.js';
import { toAddress } from '../../app/addresses.js';
import { EmptyState } from '../../kit/empty-state.js';
import { Failure } from '../../kit/failure.js';
import { PageHeader } from '../../kit/page-header.js';
import { getPreviousRange } from '../../kit/period/period.js';
import { type PeriodState, usePeriod } from '../../kit/period/use-period.js';
import { Section } from '../../kit/section.js';
import { useListState } from '../../kit/table/use-list-state.js';
import { type TimeZone } from '../../kit/time-zone/time-zone.js';
import { useTimeZone } from '../../kit/time-zone/use-time-zone.js';
import {
  MEASURES,
  type Measure,
  USAGE_FILTERS,
  type UsageChoice,
  type UsageFilter,
  joinGroups,
  nameGroups,
  readChoice,
} from './usage-choice.js';
import { Choices, MeasureChoice } from './usage-choices.js';
import { OTHERS, buildPoints, getTotal, groupTotals, topGroups } from './usage-groups.js';
import { UsageTable } from './usage-table.js';
import { UsageTiles } from './usage-tiles.js';
import { seriesColor } from '../../kit/charts/palette.js';
import { TimeSeries } from '../../kit/charts/time-series.js';
import { shortenId } from '../../kit/format.js';

type UsageReport = Schema<'UsageReportView'>;

/** The filters and the sort order of the request list that the chart links to. */
const REQUEST_FILTERS: Readonly<Record<Measure, Readonly<Record<string, string>>>> = {
  cost: { sort: '-cost_usd' },
  requests: {},
  errors: { outcome: 'error' },
  tokens: {},
};

interface UsageScope {
  period: PeriodState;
  zone: TimeZone;
  choice: UsageChoice;
  filters: Partial<Record<UsageFilter, string>>;
}

export function UsagePage() {
  const period = usePeriod('7d');
  const [params] = useSearchParams();
  const choice = readChoice(params, period.lengthMs);
  const { filters } = useListState(USAGE_FILTERS);
  const zone = useTimeZone();
  const scope = { period, zone, choice, filters };
  const { data, error, refetch, isPlaceholderData } = useQuery(usageReport(scope));
  const before = useQuery(usageBefore(scope, isPlaceholderData ? undefined : data?.report));
  return (
    <>
      <PageHeader
        title="Usage"
        description="Requests, tokens and spend by model, token, owner and channel."
        actions={<CsvButton {...scope} />}
      />
      <Choices {...scope} />
      {error !== null ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingPlaceholder h={420} />
      ) : (
        <Report
          loaded={data}
          before={choice.isCompared ? before.data : undefined}
          scope={scope}
          isStale={isPlaceholderData}
        />
      )}
    </>
  );
}

/** A report with the time zone of its days. */
interface LoadedUsage {
  report: UsageReport;
  zone: TimeZone;
}

function usageReport({ period, zone, choice, filters }: UsageScope) {
  const { bucket } = choice;
  const groups = joinGroups(choice);
  return queryOptions({
    queryKey: ['usage', 'report', period.key, groups, bucket, filters, bucket === 'day' ? zone.name : ''],
    queryFn: async (): Promise<LoadedUsage> => {
      const query = { ...toQuery({ zone, choice, filters }), ...period.range() };
      return { report: await unwrapResponse(api.GET('/api/usage', { params: { query } })), zone };
    },
    placeholderData: (before: LoadedUsage | undefined) => before,
  });
}

/** The totals of each group in the previous period of the same length. */
function usageBefore({ choice, filters }: UsageScope, report: UsageReport | undefined) {
  const groups = joinGroups(choice);
  return queryOptions({
    queryKey: ['usage', 'before', report?.from, report?.to, groups, filters],
    queryFn: () => {
      const range = getPreviousRange({ from: report?.from ?? '', to: report?.to ?? '' });
      const query = { ...filters, ...range, group_by: groups, interval: 'total' } as const;
      return unwrapResponse(api.GET('/api/usage', { params: { query } }));
    },
    enabled: choice.isCompared && report !== undefined,
  });
}

function toQuery({ zone, choice, filters }: Omit<UsageScope, 'period'>) {
  return { ...filters, interval: choice.bucket, time_zone: zone.name, group_by: joinGroups(choice) };
}

interface ReportProps {
  loaded: LoadedUsage;
  before: UsageReport | undefined;
  scope: UsageScope;
  /** True while a newer report is loading. */
  isStale: boolean;
}

function Report({ loaded, before, scope: { choice, period, filters }, isStale }: ReportProps) {
  const { report, zone } = loaded;
  if (report.data.length === 0) return <NoUsage />;
  // A stale report keeps its own groups and interval until the new one is loaded.
  const shown = isStale ? { ...choice, ...readGrouping(report, choice) } : choice;
  const total = getTotal(report.data);
  const earlier = before && groupTotals(before.data, shown);
  const list = (names: Readonly<Record<string, string>>) =>
    listRequests({ ...filters, ...names }, period.key);
  return (
    <div aria-busy={isStale} style={{ opacity: isStale ? 0.6 : 1 }}>
      <UsageTiles total={total} before={before && getTotal(before.data)} getLink={list} />
      <Section
        title={`${MEASURES[shown.measure]} over time`}
        aside={
          <Group gap="md">
            <Anchor component={Link} to={list(REQUEST_FILTERS[shown.measure])} size="sm">
              {shown.measure === 'errors' ? 'View errors' : 'View requests'}
            </Anchor>
            <MeasureChoice />
          </Group>
        }
        mb="md"
      >
        <UsageChart report={report} choice={shown} zone={zone} period={period} />
      </Section>
      <UsageTable
        groups={groupTotals(report.data, shown)}
        before={earlier && new Map(earlier.map((group) => [group.key, group]))}
        total={total}
        choice={shown}
        // The request list cannot filter by an empty value, such as requests without a channel.
        getLink={(names) => (Object.values(names).includes('') ? undefined : list(names))}
      />
    </div>
  );
}

function readGrouping({ interval, group_by: groups }: UsageReport, choice: UsageChoice) {
  const [group = choice.group, secondGroup] = isInOrder(groups, choice) ? groups : groups.toReversed();
  return { bucket: interval === 'total' ? choice.bucket : interval, group, secondGroup };
}

/** The API returns `group_by` in its own order. */
function isInOrder(groups: UsageReport['group_by'], { group }: UsageChoice): boolean {
  return groups.length < 2 || groups[0] === group;
}

function CsvButton({ period, ...scope }: UsageScope) {
  const query = new URLSearchParams({ ...toQuery(scope), ...period.range() });
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
      title="No usage in this period"
      action={
        <Button component={Link} to="/playground">
          Open the playground
        </Button>
      }
    >
      Choose a longer period, or send a request. It is counted when it ends.
    </EmptyState>
  );
}

function listRequests(names: Readonly<Record<string, string>>, periodKey: string): string {
  return `/requests?${periodKey}&${new URLSearchParams(names).toString()}`;
}

const HEIGHT = 300;

interface UsageChartProps {
  report: Schema<'UsageReportView'>;
  choice: UsageChoice;
  /** The time zone of the days in the report. */
  zone: TimeZone;
  period: PeriodState;
}

function UsageChart({ report: { data, from, to }, choice, zone, period }: UsageChartProps) {
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

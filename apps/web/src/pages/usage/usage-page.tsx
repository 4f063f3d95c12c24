import { Button, Skeleton } from '@mantine/core';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { type Schema, api, getAnswer } from '../../api/client.js';
import { toAddress } from '../../app/place.js';
import { EmptyState } from '../../kit/empty-state.js';
import { Failure } from '../../kit/failure.js';
import { PageHeader } from '../../kit/page-header.js';
import { getPreviousRange } from '../../kit/period/period.js';
import { type PeriodPlace, usePeriod } from '../../kit/period/use-period.js';
import { Section } from '../../kit/section.js';
import { useListPlace } from '../../kit/table/use-list-place.js';
import { UsageChart } from './usage-chart.js';
import {
  MEASURES,
  USAGE_FILTERS,
  type UsageChoice,
  type UsageFilter,
  joinGroups,
  readChoice,
} from './usage-choice.js';
import { Choices, MeasureChoice } from './usage-choices.js';
import { getTotal, groupTotals } from './usage-groups.js';
import { UsageTable } from './usage-table.js';
import { UsageTiles } from './usage-tiles.js';

type UsageReport = Schema<'UsageReportView'>;

interface Asked {
  period: PeriodPlace;
  choice: UsageChoice;
  filters: Partial<Record<UsageFilter, string>>;
}

export function UsagePage() {
  const period = usePeriod('7d');
  const [params] = useSearchParams();
  const choice = readChoice(params, period.lengthMs);
  const { filters } = useListPlace(USAGE_FILTERS);
  const asked = { period, choice, filters };
  const { data, error, refetch, isPlaceholderData } = useQuery(usageReport(asked));
  const before = useQuery({ ...usageBefore(asked), enabled: choice.isCompared });
  return (
    <>
      <PageHeader
        title="Usage"
        description="What was used and what it cost, by whom and for what."
        actions={<CsvButton {...asked} />}
      />
      <Choices {...asked} />
      {error !== null ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton h={420} aria-label="Loading the usage" />
      ) : (
        <Report
          report={data}
          before={choice.isCompared ? before.data : undefined}
          asked={asked}
          isStale={isPlaceholderData}
        />
      )}
    </>
  );
}

function usageReport({ period, choice, filters }: Asked) {
  const { bucket } = choice;
  const groups = joinGroups(choice);
  return queryOptions({
    queryKey: ['usage', 'report', period.key, groups, bucket, filters],
    queryFn: () => {
      const query = { ...filters, ...period.range(), interval: bucket, group_by: groups };
      return getAnswer(api.GET('/api/usage', { params: { query } }));
    },
    placeholderData: (before: UsageReport | undefined) => before,
  });
}

/** As much time right before the period, in one sum for each group. */
function usageBefore({ period, choice, filters }: Asked) {
  const groups = joinGroups(choice);
  return queryOptions({
    queryKey: ['usage', 'before', period.key, groups, filters],
    queryFn: () => {
      const query = { ...filters, ...getPreviousRange(period.range()), group_by: groups };
      return getAnswer(
        api.GET('/api/usage', { params: { query: { ...query, interval: 'total' as const } } }),
      );
    },
  });
}

interface ReportProps {
  report: UsageReport;
  before: UsageReport | undefined;
  asked: Asked;
  /** While another one is on its way. */
  isStale: boolean;
}

function Report({ report, before, asked: { choice, period, filters }, isStale }: ReportProps) {
  if (report.data.length === 0) return <NoUsage />;
  // Until the answer is here, what is shown is cut as it was asked for.
  const shown = isStale ? { ...choice, ...buildCut(report, choice) } : choice;
  const total = getTotal(report.data);
  const earlier = before && groupTotals(before.data, shown);
  return (
    <div aria-busy={isStale} style={{ opacity: isStale ? 0.6 : 1 }}>
      <UsageTiles total={total} before={before && getTotal(before.data)} />
      <Section title={`${MEASURES[shown.measure]} over time`} aside={<MeasureChoice />} mb="md">
        <UsageChart report={report} choice={shown} />
      </Section>
      <UsageTable
        groups={groupTotals(report.data, shown)}
        before={earlier && new Map(earlier.map((group) => [group.key, group]))}
        total={total}
        choice={shown}
        getLink={(names) => getRequests({ ...filters, ...names }, period.key)}
      />
    </div>
  );
}

function buildCut({ interval, group_by: groups }: UsageReport, choice: UsageChoice) {
  const [group = choice.group, secondGroup] = isInOrder(groups, choice) ? groups : groups.toReversed();
  return { bucket: interval === 'total' ? choice.bucket : interval, group, secondGroup };
}

/** The gateway tells groups in an order of its own. */
function isInOrder(groups: UsageReport['group_by'], { group }: UsageChoice): boolean {
  return groups.length < 2 || groups[0] === group;
}

function CsvButton({ period, choice, filters }: Asked) {
  const { bucket } = choice;
  const asked = { ...filters, ...period.range(), interval: bucket, group_by: joinGroups(choice) };
  const query = new URLSearchParams(asked);
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
function getRequests(names: Partial<Record<UsageFilter, string>>, periodKey: string): string | undefined {
  if (Object.values(names).includes('')) return undefined;
  return `/requests?${periodKey}&${new URLSearchParams(names).toString()}`;
}

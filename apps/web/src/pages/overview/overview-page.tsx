import {
  Anchor,
  Group,
  Paper,
  Progress,
  SegmentedControl,
  SimpleGrid,
  Skeleton,
  Stack,
  Switch,
  Text,
  Title,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { Failure } from '../../kit/failure.js';
import { formatCount, formatUsd } from '../../kit/format.js';
import { PageHeader } from '../../kit/page-header.js';
import { PRESETS } from '../../kit/period/period.js';
import { useSession } from '../../session/session-provider.js';
import { ExpiringTokens } from './expiring-tokens.js';
import { FigureTiles } from './figure-tiles.js';
import { GatewayProblems } from './gateway-problems.js';
import { FirstRunGuide } from './guide/first-run-guide.js';
import { NewestRequests } from './newest-requests.js';
import { OverviewCharts } from './overview-charts.js';
import { type Ranked } from './overview-figures.js';
import { OVERVIEW_PERIODS, type OverviewPeriod, USUAL_PERIOD, isOverviewPeriod } from './overview-period.js';
import { type Asking, busiest, usageOverTime } from './overview-queries.js';

const PERIOD_CHOICES = Object.keys(OVERVIEW_PERIODS)
  .filter(isOverviewPeriod)
  .map((value) => ({ value, label: PRESETS[value].label }));

interface OverviewPlace extends Asking {
  choosePeriod: (period: OverviewPeriod) => void;
  setLive: (isLive: boolean) => void;
}

const TITLES = { model: 'Top models', token: 'Top tokens' } as const;

interface TopListProps {
  asking: Asking;
  by: keyof typeof TITLES;
}

export function OverviewPage() {
  const { user } = useSession();
  const place = useOverviewPlace();
  const usage = useQuery(usageOverTime(place));
  const isMember = user?.role === 'member';
  const freshness = getFreshness(place, usage.error !== null);
  return (
    <>
      <PageHeader
        title="Overview"
        description={`${isMember ? 'Your tokens' : 'This gateway'} in ${PRESETS[place.period].description}. ${freshness}`}
        actions={<Choices place={place} />}
      />
      <Stack gap="lg">
        {isMember ? null : <GatewayProblems />}
        <ExpiringTokens />
        <FirstRunGuide isMember={isMember} />
        {usage.error !== null && usage.data === undefined ? (
          <Failure error={usage.error} onRetry={() => void usage.refetch()} />
        ) : null}
        <FigureTiles asking={place} usage={usage.data} />
        <OverviewCharts usage={usage.data} />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <TopList asking={place} by="model" />
          <TopList asking={place} by="token" />
        </SimpleGrid>
        <NewestRequests isLive={place.isLive} />
      </Stack>
    </>
  );
}

function Choices({ place }: { place: OverviewPlace }) {
  return (
    <>
      <Switch
        label="Live"
        checked={place.isLive}
        onChange={(event) => place.setLive(event.currentTarget.checked)}
        mr="xs"
      />
      <SegmentedControl
        aria-label="Period"
        data={PERIOD_CHOICES}
        value={place.period}
        onChange={(value) => isOverviewPeriod(value) && place.choosePeriod(value)}
      />
    </>
  );
}

/** How new the figures are. */
function getFreshness({ isLive, period }: OverviewPlace, isFailing: boolean): string {
  if (!isLive) return 'Paused: switch on “Live” for new figures.';
  if (isFailing) return 'The newest figures could not be fetched; trying again.';
  return `Refreshed every ${OVERVIEW_PERIODS[period].everyMs / 1_000} seconds while you look at it.`;
}

/** Kept in the page's address. */
function useOverviewPlace(): OverviewPlace {
  const [params, setParams] = useSearchParams();
  const period = params.get('period');
  const set = (name: string, value: string | null): void =>
    setParams(
      (present) => {
        const next = new URLSearchParams(present);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { preventScrollReset: true },
    );
  return {
    period: isOverviewPeriod(period) ? period : USUAL_PERIOD,
    isLive: params.get('live') !== 'off',
    choosePeriod: (chosen) => set('period', chosen === USUAL_PERIOD ? null : chosen),
    setLive: (isLive) => set('live', isLive ? null : 'off'),
  };
}

function TopList({ asking, by }: TopListProps) {
  const { data, error, refetch } = useQuery(busiest(asking, by));
  const max = Math.max(...(data ?? []).map(getWeight));
  const getLink = ({ key }: Ranked): string =>
    by === 'token'
      ? `/tokens/${key}`
      : `/requests?${new URLSearchParams({ model: key, period: asking.period })}`;
  return (
    <Paper withBorder p="md" component="section" aria-label={TITLES[by]} miw={0}>
      <Title order={2} size="h5" mb="sm">
        {TITLES[by]}
      </Title>
      {error !== null && data === undefined ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && error === null ? <Skeleton h={140} /> : null}
      {data?.length === 0 ? <Text c="dimmed">No usage in this period.</Text> : null}
      <Stack gap="sm">
        {data?.map((entry) => (
          <Entry key={entry.key} entry={entry} to={getLink(entry)} share={getWeight(entry) / (max || 1)} />
        ))}
      </Stack>
    </Paper>
  );
}

function Entry({ entry, to, share }: { entry: Ranked; to: string; share: number }) {
  return (
    <div>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Anchor component={Link} to={to} size="sm" truncate>
          {entry.label}
        </Anchor>
        <Text size="sm" className="tabular" style={{ whiteSpace: 'nowrap' }}>
          {formatUsd(entry.costUsd)}{' '}
          <Text span c="dimmed" inherit>
            · {formatCount(entry.requests)} {entry.requests === 1 ? 'request' : 'requests'}
          </Text>
        </Text>
      </Group>
      <Progress value={share * 100} size={4} mt={4} aria-hidden />
    </div>
  );
}

/** As they are ranked: by what they cost, or by how often they were used where that is nothing. */
function getWeight({ costUsd, requests }: Ranked): number {
  return costUsd > 0 ? costUsd : requests * Number.EPSILON;
}

import { SegmentedControl, SimpleGrid, Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Failure } from '../../kit/failure.js';
import { PageHeader } from '../../kit/page-header.js';
import { PRESETS } from '../../kit/period/period.js';
import { useSession } from '../../session/session-provider.js';
import { FigureTiles } from './figure-tiles.js';
import { GatewayProblems } from './gateway-problems.js';
import { FirstRunGuide } from './guide/first-run-guide.js';
import { NewestRequests } from './newest-requests.js';
import { OverviewCharts } from './overview-charts.js';
import { OVERVIEW_PERIODS, isOverviewPeriod } from './overview-period.js';
import { usageOverTime } from './overview-queries.js';
import { TopList } from './top-list.js';
import { type OverviewPlace, useOverviewPlace } from './use-overview-place.js';

const CHOICES = Object.keys(OVERVIEW_PERIODS)
  .filter(isOverviewPeriod)
  .map((value) => ({ value, label: PRESETS[value].label }));

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
        data={CHOICES}
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

import { Alert, Anchor, SimpleGrid, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useIsConnected } from '../../api/connection.js';
import { Failure } from '../../kit/failure.js';
import { Gradually } from '../../kit/gradually.js';
import { PageHeader } from '../../kit/page-header.js';
import { PeriodPicker } from '../../kit/period/period-picker.js';
import { PRESETS } from '../../kit/period/period.js';
import { usePeriod } from '../../kit/period/use-period.js';
import { useTimeZone } from '../../kit/time-zone/use-time-zone.js';
import { useSession } from '../../session/session-provider.js';
import { expiringTokens } from '../tokens/token-queries.js';
import { FigureTiles } from './figure-tiles.js';
import { GatewayProblems } from './gateway-problems.js';
import { FirstRunGuide } from './guide/first-run-guide.js';
import { useGuideSteps } from './guide/use-guide-steps.js';
import { NewestRequests } from './newest-requests.js';
import { OverviewCharts } from './overview-charts.js';
import { getRefreshMs } from './overview-period.js';
import { type OverviewScope, budgets, health, usageOverTime } from './overview-queries.js';
import { TopList } from './top-list.js';
import { BudgetMeters } from '../../kit/budget/budget-meter.js';
import { Section } from '../../kit/section.js';
import { When } from '../../kit/when.js';

/** The notices and the figures. */
const AT_ONCE = 4;

interface OverviewPlace extends OverviewScope {
  setLive: (isLive: boolean) => void;
}

export function OverviewPage() {
  const { user } = useSession();
  const isMember = user?.role === 'member';
  const place = useOverviewPlace();
  const usage = useQuery(usageOverTime(place));
  const isConnected = useIsConnected();
  const freshness = getFreshness(place, { isConnected, isFailing: usage.error !== null });
  // Deferred values are rendered in slices, so that the browser can handle input in between.
  const shownUsage = useDeferredValue(usage.data);
  const areNoticesLoaded = useDeferredValue(useNotices(isMember));
  return (
    <>
      <PageHeader
        title="Overview"
        description={`${isMember ? 'Your tokens' : 'This gateway'} in ${describePeriod(place)}. ${freshness}`}
        actions={<Choices place={place} />}
      />
      {areNoticesLoaded ? (
        <Stack gap="lg">
          <Gradually first={AT_ONCE}>
            <GatewayProblems isMember={isMember} />
            <ExpiringTokens />
            <FirstRunGuide isMember={isMember} />
            {usage.error !== null && usage.data === undefined ? (
              <Failure error={usage.error} onRetry={() => void usage.refetch()} />
            ) : null}
            <FigureTiles usage={shownUsage} periodKey={place.period.key} />
            <OverviewCharts usage={shownUsage} period={place.period} />
            <OverviewBudget isMember={isMember} />
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
              <TopList scope={place} by="model" />
              <TopList scope={place} by="token" />
            </SimpleGrid>
            <NewestRequests isLive={place.isLive} />
          </Gradually>
        </Stack>
      ) : (
        <Skeleton h={420} aria-label="Loading" />
      )}
    </>
  );
}

/**
 * Whether the notices at the top of the page are loaded. Until then the page shows nothing else, so that they do not push
 * down what the reader looks at. A notice that fails to load at first is not waited for.
 */
function useNotices(isMember: boolean): boolean {
  const problems = useQuery({ ...health, enabled: !isMember });
  const expiring = useQuery(expiringTokens(MAX_EXPIRING_SHOWN));
  const spending = useQuery(budgets);
  const guide = useGuideSteps(isMember);
  return [problems, expiring, spending, guide].every(
    ({ isLoading, failureCount }) => !isLoading || failureCount > 0,
  );
}

function Choices({ place }: { place: OverviewPlace }) {
  const isConnected = useIsConnected();
  return (
    <>
      <Switch
        label={isConnected ? 'Live' : 'Live (disconnected)'}
        size="xs"
        checked={place.isLive}
        onChange={(event) => place.setLive(event.currentTarget.checked)}
        mr="xs"
      />
      <PeriodPicker period={place.period} />
    </>
  );
}

function describePeriod({ period: { choice } }: OverviewPlace): string {
  return 'preset' in choice ? PRESETS[choice.preset].description : 'the chosen period';
}

/** How up to date the figures are. */
function getFreshness(
  { isLive, period }: OverviewPlace,
  { isConnected, isFailing }: { isConnected: boolean; isFailing: boolean },
): string {
  const everyMs = getRefreshMs(period.choice);
  if (!isConnected) return 'Disconnected: the gateway cannot be reached, and these figures are not updated.';
  if (everyMs === false) return '';
  if (!isLive) return 'Paused. Turn on “Live” to refresh the figures.';
  if (isFailing) return 'The latest figures could not be loaded. Retrying.';
  return `Refreshes every ${everyMs / 1_000} seconds.`;
}

/** Kept in the page's address. */
function useOverviewPlace(): OverviewPlace {
  const [params, setParams] = useSearchParams();
  const period = usePeriod('24h');
  const zone = useTimeZone();
  const setLive = (isLive: boolean): void =>
    setParams(
      (present) => {
        const next = new URLSearchParams(present);
        if (isLive) next.delete('live');
        else next.set('live', 'off');
        return next;
      },
      { preventScrollReset: true },
    );
  return { period, zone, isLive: params.get('live') !== 'off', setLive };
}

/** The budget of the gateway or, for a member, of all their tokens; nothing without one. */
function OverviewBudget({ isMember }: { isMember: boolean }) {
  const { data } = useQuery(budgets);
  const own = (data ?? []).filter(({ scope }) => scope === (isMember ? 'owner' : 'global'));
  if (own.length === 0) return null;
  return (
    <Section title={isMember ? 'Your budget' : 'Budget of the gateway'}>
      <BudgetMeters budgets={own} isNamed={false} />
    </Section>
  );
}

const MAX_EXPIRING_SHOWN = 5;

/** Tokens that expire within the next days, if there are any. */
function ExpiringTokens() {
  const { data } = useQuery(expiringTokens(MAX_EXPIRING_SHOWN));
  const tokens = data?.data ?? [];
  if (tokens.length === 0) return null;
  return (
    <Alert color="orange" icon={<IconClock />} title="Tokens expiring soon" role="status">
      <Stack component="ul" gap={4} m={0} pl="md">
        {tokens.map(({ id, name, expires_at: at }) => (
          <Text key={id} component="li" size="sm">
            <Anchor component={Link} to={`/tokens/${id}`} inherit c="inherit" underline="always">
              {name}
            </Anchor>{' '}
            expires {at === null ? null : <When at={at} />}.
          </Text>
        ))}
      </Stack>
      {data?.next_cursor == null ? null : (
        <Text size="sm" mt={4}>
          <Anchor component={Link} to="/tokens?status=expiring" inherit c="inherit" underline="always">
            All tokens that expire soon
          </Anchor>
        </Text>
      )}
    </Alert>
  );
}

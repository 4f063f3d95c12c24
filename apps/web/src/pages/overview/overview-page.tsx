import { Alert, Anchor, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { Link, useSearchParams } from 'react-router';
import { LoadingPlaceholder } from '../../kit/loading-placeholder.js';
import { useIsConnected } from '../../api/connection.js';
import { Failure } from '../../kit/failure.js';
import { ProgressiveRender } from '../../kit/progressive-render.js';
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
import { RelativeTime } from '../../kit/relative-time.js';

/** The notices and the metrics. */
const FIRST_RENDERED = 4;

interface OverviewState extends OverviewScope {
  setLive: (isLive: boolean) => void;
}

export function OverviewPage() {
  const { user } = useSession();
  const isMember = user?.role === 'member';
  const state = useOverviewState();
  const usage = useQuery(usageOverTime(state));
  const isConnected = useIsConnected();
  const freshness = getFreshness(state, { isConnected, isFailing: usage.error !== null });
  // Deferring these values lets React split the rendering into short tasks.
  const shownUsage = useDeferredValue(usage.data);
  const areNoticesLoaded = useDeferredValue(useNoticesLoaded(isMember));
  return (
    <>
      <PageHeader
        title="Overview"
        description={`${isMember ? 'Your tokens' : 'This gateway'} in ${describePeriod(state)}. ${freshness}`}
        actions={<OverviewControls state={state} />}
      />
      {areNoticesLoaded ? (
        <Stack gap="lg">
          <ProgressiveRender first={FIRST_RENDERED}>
            <GatewayProblems isMember={isMember} />
            <ExpiringTokens />
            <FirstRunGuide isMember={isMember} />
            {usage.error !== null && usage.data === undefined ? (
              <Failure error={usage.error} onRetry={() => void usage.refetch()} />
            ) : null}
            <FigureTiles usage={shownUsage} periodKey={state.period.key} />
            <OverviewCharts usage={shownUsage} period={state.period} />
            <OverviewBudget isMember={isMember} />
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
              <TopList scope={state} by="model" />
              <TopList scope={state} by="token" />
            </SimpleGrid>
            <NewestRequests isLive={state.isLive} />
          </ProgressiveRender>
        </Stack>
      ) : (
        <LoadingPlaceholder h={420} />
      )}
    </>
  );
}

/**
 * Whether the notices at the top of the page are loaded. The page waits for them, because showing them later would move the
 * content down. It does not wait for notices whose first request failed.
 */
function useNoticesLoaded(isMember: boolean): boolean {
  const problems = useQuery({ ...health, enabled: !isMember });
  const expiring = useQuery(expiringTokens(MAX_EXPIRING_SHOWN));
  const spending = useQuery(budgets);
  const guide = useGuideSteps(isMember);
  return [problems, expiring, spending, guide].every(
    ({ isLoading, failureCount }) => !isLoading || failureCount > 0,
  );
}

function OverviewControls({ state }: { state: OverviewState }) {
  const isConnected = useIsConnected();
  return (
    <>
      <Switch
        label={isConnected ? 'Live' : 'Live (disconnected)'}
        size="xs"
        checked={state.isLive}
        onChange={(event) => state.setLive(event.currentTarget.checked)}
        mr="xs"
      />
      <PeriodPicker period={state.period} />
    </>
  );
}

function describePeriod({ period: { choice } }: OverviewState): string {
  return 'preset' in choice ? PRESETS[choice.preset].description : 'the chosen period';
}

/** Describes how up to date the metrics are. */
function getFreshness(
  { isLive, period }: OverviewState,
  { isConnected, isFailing }: { isConnected: boolean; isFailing: boolean },
): string {
  const refreshMs = getRefreshMs(period.choice);
  if (!isConnected) return 'Disconnected: the gateway cannot be reached, and these figures are not updated.';
  if (refreshMs === false) return '';
  if (!isLive) return 'Paused. Turn on “Live” to refresh the figures.';
  if (isFailing) return 'The latest figures could not be loaded. Retrying.';
  return `Refreshes every ${refreshMs / 1_000} seconds.`;
}

/** The state of the page, stored in the URL. */
function useOverviewState(): OverviewState {
  const [params, setParams] = useSearchParams();
  const period = usePeriod('24h');
  const zone = useTimeZone();
  const setLive = (isLive: boolean): void =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (isLive) next.delete('live');
        else next.set('live', 'off');
        return next;
      },
      { preventScrollReset: true },
    );
  return { period, zone, isLive: params.get('live') !== 'off', setLive };
}

/** The budget of the gateway or, for members, their own budget. Hidden if there is none. */
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

/** A warning about tokens that expire soon. */
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
            expires {at === null ? null : <RelativeTime at={at} />}.
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

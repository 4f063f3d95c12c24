import { Anchor, Box, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Failure } from '../../../kit/failure.js';
import { RelativeTime } from '../../../kit/relative-time.js';
import classes from '../../overview/figure-tile.module.css';
import { outcomeLabel } from '../../requests/outcome.js';
import { type Channel } from '../channel-queries.js';
import { FIGURES, FIGURE_NAMES, type FigureName, TrafficFigure } from './traffic-figure.js';
import { channelErrors, channelTraffic } from './traffic-queries.js';
import { Section } from '../../../kit/section.js';

const WIDTH = 120;

/** The filters and the sort order of the request list that each figure links to. */
const FIGURE_LISTS: Readonly<Record<FigureName, Readonly<Record<string, string>>>> = {
  requests: {},
  errors: { outcome: 'error' },
  latency: { sort: '-duration_ms' },
  spend: { sort: '-cost_usd' },
};

/** The metrics of the last 24 hours, and the newest errors. */
export function ChannelTrafficCard({ channel: { name } }: { channel: Channel }) {
  const { data: traffic, error, refetch } = useQuery(channelTraffic);
  return (
    <Section title="Last 24 hours" size="lg">
      {error !== null && traffic === undefined ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : null}
      {traffic === undefined && error === null ? <Skeleton h={64} /> : null}
      {traffic === undefined ? null : traffic.get(name) === undefined ? (
        <Text size="sm" c="dimmed">
          No requests in this period.
        </Text>
      ) : (
        <SimpleGrid cols={{ base: 2, sm: 4 }}>
          {FIGURE_NAMES.map((figure) => (
            <Box key={figure} pos="relative">
              <Anchor
                component={Link}
                to={listRequests(name, figure)}
                size="xs"
                c="dimmed"
                className={classes.link}
              >
                {FIGURES[figure].label}
              </Anchor>
              <TrafficFigure name={figure} traffic={traffic.get(name)} width={WIDTH} />
            </Box>
          ))}
        </SimpleGrid>
      )}
      <NewestErrors name={name} />
    </Section>
  );
}

function listRequests(channel: string, figure: FigureName): string {
  const query = new URLSearchParams({ period: '24h', channel, ...FIGURE_LISTS[figure] });
  return `/requests?${query.toString()}`;
}

function NewestErrors({ name }: { name: string }) {
  const { data: errors = [] } = useQuery(channelErrors(name));
  if (errors.length === 0) return null;
  const all = `/requests?${new URLSearchParams({ channel: name, outcome: 'error' })}`;
  return (
    <Stack gap={6} mt="lg">
      <Group justify="space-between">
        <Title order={3} size="h6">
          Newest errors
        </Title>
        <Anchor component={Link} to={all} size="sm">
          All errors
        </Anchor>
      </Group>
      <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }}>
        {errors.map(({ id, started_at: at, model, outcome }) => (
          <Group key={id} component="li" gap="xs" wrap="nowrap" justify="space-between">
            <Text size="sm" truncate miw={0}>
              <Anchor component={Link} to={`/requests/${encodeURIComponent(id)}`} inherit>
                {outcomeLabel(outcome)}
              </Anchor>{' '}
              with {model}
            </Text>
            <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
              <RelativeTime at={at} />
            </Text>
          </Group>
        ))}
      </Stack>
    </Stack>
  );
}

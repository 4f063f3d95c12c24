import { Anchor, Group, Paper, Progress, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Failure } from '../../kit/failure.js';
import { formatCount, formatUsd } from '../../kit/format.js';
import { type Ranked } from './overview-figures.js';
import { type Asking, busiest } from './overview-queries.js';

const TITLES = { model: 'Top models', token: 'Top tokens' } as const;

export interface TopListProps {
  asking: Asking;
  by: keyof typeof TITLES;
}

export function TopList({ asking, by }: TopListProps) {
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
      {data?.length === 0 ? <Text c="dimmed">Nobody used one in this period.</Text> : null}
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

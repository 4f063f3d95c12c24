import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatCount } from '../../kit/format.js';
import { Loaded } from '../../kit/loaded.js';
import { formatSpend } from '../../kit/spend.js';
import { type RankedGroup } from './overview-figures.js';
import { type OverviewScope, topEntries } from './overview-queries.js';
import classes from './top-list.module.css';

const TITLES = { model: 'Top models', token: 'Top tokens' } as const;
/** The height of five entries, reserved to avoid a layout shift. */
const LIST_HEIGHT = 180;

interface TopListProps {
  scope: OverviewScope;
  by: keyof typeof TITLES;
}

export function TopList({ scope, by }: TopListProps) {
  const query = useQuery(topEntries(scope, by));
  const max = Math.max(...(query.data ?? []).map(getWeight));
  const getLink = ({ key }: RankedGroup): string =>
    `/requests?${new URLSearchParams({ [by]: key })}&${scope.period.key}`;
  return (
    <Paper withBorder p="md" component="section" aria-label={TITLES[by]} miw={0}>
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2} size="h5">
          {TITLES[by]}
        </Title>
        <Anchor component={Link} to={`/usage?group=${by}&${scope.period.key}`} size="sm">
          View usage by {by}
        </Anchor>
      </Group>
      <Loaded query={query} keepsStaleData h={LIST_HEIGHT}>
        {(data) =>
          data.length === 0 ? (
            <Text c="dimmed">No usage in this period.</Text>
          ) : (
            <Stack gap="sm" mih={LIST_HEIGHT}>
              {data.map((entry) => (
                <Entry
                  key={entry.key}
                  entry={entry}
                  to={getLink(entry)}
                  share={getWeight(entry) / (max || 1)}
                />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Paper>
  );
}

function Entry({ entry, to, share }: { entry: RankedGroup; to: string; share: number }) {
  return (
    <div>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Anchor component={Link} to={to} size="sm" truncate>
          {entry.label}
        </Anchor>
        <Text size="sm" className="tabular" style={{ whiteSpace: 'nowrap' }}>
          {formatSpend(entry)}{' '}
          <Text span c="dimmed" inherit>
            · {formatCount(entry.requests)} {entry.requests === 1 ? 'request' : 'requests'}
          </Text>
        </Text>
      </Group>
      <div className={classes.bar}>
        <div style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  );
}

/** The same order as in `rank`: by cost, or by the number of requests if the cost is zero. */
function getWeight({ costUsd, requests }: RankedGroup): number {
  return costUsd > 0 ? costUsd : requests * Number.EPSILON;
}

import { Anchor, Grid, Paper, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Failure } from '../../kit/failure.js';
import { formatUsd } from '../../kit/format.js';
import { Section } from '../../kit/section.js';
import { When } from '../../kit/when.js';
import { OutcomeBadge } from '../requests/outcome-badge.js';
import { tokenList } from '../tokens/token-queries.js';
import { SpendOverTime } from '../tokens/token-spend.js';
import { TokenStatus } from '../tokens/token-status.js';
import { findNewestRequests } from './owner-queries.js';
import { OwnerLimits } from './owner-limits.js';

const MAX_SHOWN = 8;

/** What an owner has, may use, spends and asks. */
export function OwnerActivity({ owner }: { owner: string }) {
  return (
    <Stack>
      <Grid>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Paper withBorder p="md" h="100%" component="section" aria-label="Spend">
            <Title order={2} size="h5">
              Spend
            </Title>
            <SpendOverTime filter={{ owner }} />
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <OwnerLimits owner={owner} />
        </Grid.Col>
      </Grid>
      <Tokens owner={owner} />
      <Requests owner={owner} />
    </Stack>
  );
}

function Tokens({ owner }: { owner: string }) {
  const { data, error, refetch } = useQuery(tokenList({ owner, limit: MAX_SHOWN }));
  return (
    <Section
      title="Tokens"
      aside={<AllLink to={`/tokens?${new URLSearchParams({ owner })}`} noun="tokens" />}
    >
      {error === null ? null : <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null ? <Skeleton h={120} /> : null}
      {data?.data.length === 0 ? <Nothing>No token belongs to this owner.</Nothing> : null}
      {data === undefined || data.data.length === 0 ? null : (
        <Table aria-label="Tokens">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>Status</Table.Th>
              <Table.Th ta="right">Spent</Table.Th>
              <Table.Th ta="right" visibleFrom="sm">
                Last used
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.data.map(({ id, name, status, spent_usd: spent, last_used_at: usedAt }) => (
              <Table.Tr key={id}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  <Anchor component={Link} to={`/tokens/${id}`} inherit>
                    {name}
                  </Anchor>
                </Table.Td>
                <Table.Td>
                  <TokenStatus status={status} />
                </Table.Td>
                <Table.Td ta="right">{formatUsd(spent)}</Table.Td>
                <Table.Td ta="right" visibleFrom="sm">
                  {usedAt === null ? 'never' : <When at={usedAt} />}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  );
}

function Requests({ owner }: { owner: string }) {
  const { data, error, refetch } = useQuery(findNewestRequests(owner, MAX_SHOWN));
  return (
    <Section
      title="Newest requests"
      aside={<AllLink to={`/requests?${new URLSearchParams({ owner })}`} noun="requests" />}
    >
      {error === null ? null : <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null ? <Skeleton h={120} /> : null}
      {data?.data.length === 0 ? <Nothing>Nothing was asked with a token of this owner yet.</Nothing> : null}
      {data === undefined || data.data.length === 0 ? null : (
        <Table aria-label="Newest requests">
          <Table.Tbody>
            {data.data.map(({ id, started_at: at, model, outcome, cost_usd: usd }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <Anchor component={Link} to={`/requests/${encodeURIComponent(id)}`} inherit>
                    <When at={at} />
                  </Anchor>
                </Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{model}</Table.Td>
                <Table.Td>
                  <OutcomeBadge outcome={outcome} />
                </Table.Td>
                <Table.Td ta="right" visibleFrom="sm">
                  {usd === null ? 'unknown' : formatUsd(usd)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  );
}

function AllLink({ to, noun }: { to: string; noun: string }) {
  return (
    <Anchor component={Link} to={to} size="sm">
      All {noun}
    </Anchor>
  );
}

function Nothing({ children }: { children: string }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}

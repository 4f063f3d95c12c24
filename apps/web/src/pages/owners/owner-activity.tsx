import { Anchor, Grid, Paper, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Failure } from '../../kit/failure.js';
import { formatUsd } from '../../kit/format.js';
import { Section } from '../../kit/section.js';
import { formatSpend } from '../../kit/spend.js';
import { When } from '../../kit/when.js';
import { ZoneSuffix } from '../../kit/time-zone/zone-suffix.js';
import { OutcomeBadge } from '../requests/outcome-badge.js';
import { tokenList, useUnpriced } from '../tokens/token-queries.js';
import { SpendOverTime } from '../tokens/token-spend.js';
import { TokenStatus } from '../tokens/token-status.js';
import { findNewestRequests } from './owner-queries.js';
import { OwnerLimits } from './owner-limits.js';

const MAX_SHOWN = 8;

interface OwnerActivityProps {
  owner: string;
  onMemberLimits?: () => void;
}

/** The spend, limits, tokens and newest requests of an owner. */
export function OwnerActivity({ owner, onMemberLimits }: OwnerActivityProps) {
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
          <OwnerLimits owner={owner} onMemberLimits={onMemberLimits} />
        </Grid.Col>
      </Grid>
      <Tokens owner={owner} />
      <Requests owner={owner} />
    </Stack>
  );
}

function Tokens({ owner }: { owner: string }) {
  const { data, error, refetch } = useQuery(tokenList({ owner, limit: MAX_SHOWN }));
  const unpriced = useUnpriced(data?.data ?? []);
  return (
    <Section
      title="Tokens"
      aside={<AllLink to={`/tokens?${new URLSearchParams({ owner })}`} noun="tokens" />}
    >
      {error === null ? null : <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null ? <Skeleton h={120} /> : null}
      {data?.data.length === 0 ? <Nothing>This owner has no tokens.</Nothing> : null}
      {data === undefined || data.data.length === 0 ? null : (
        <Table.ScrollContainer minWidth={0}>
          <Table aria-label="Tokens">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Name</Table.Th>
                <Table.Th>Status</Table.Th>
                <Table.Th ta="right">Spent</Table.Th>
                <Table.Th ta="right" visibleFrom="sm">
                  Last used <ZoneSuffix />
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.data.map((token) => (
                <Table.Tr key={token.id}>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>
                    <Anchor component={Link} to={`/tokens/${token.id}`} inherit>
                      {token.name}
                    </Anchor>
                  </Table.Td>
                  <Table.Td>
                    <TokenStatus token={token} />
                  </Table.Td>
                  <Table.Td ta="right">
                    {formatSpend({ costUsd: token.spent_usd, unpriced: unpriced(token) })}
                  </Table.Td>
                  <Table.Td ta="right" visibleFrom="sm">
                    {token.last_used_at === null ? 'never' : <When at={token.last_used_at} />}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
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
      {data?.data.length === 0 ? <Nothing>No requests yet.</Nothing> : null}
      {data === undefined || data.data.length === 0 ? null : (
        <Table.ScrollContainer minWidth={0}>
          <Table aria-label="Newest requests">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>
                  Time <ZoneSuffix />
                </Table.Th>
                <Table.Th>Model</Table.Th>
                <Table.Th>Outcome</Table.Th>
                <Table.Th ta="right" visibleFrom="sm">
                  Cost
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.data.map(({ id, started_at: at, model, outcome, refused: isRefused, cost_usd: usd }) => (
                <Table.Tr key={id}>
                  <Table.Td>
                    <Anchor component={Link} to={`/requests/${encodeURIComponent(id)}`} inherit>
                      <When isInLink at={at} />
                    </Anchor>
                  </Table.Td>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{model ?? '–'}</Table.Td>
                  <Table.Td>
                    <OutcomeBadge outcome={outcome} isRefused={isRefused} />
                  </Table.Td>
                  <Table.Td ta="right" visibleFrom="sm">
                    {usd === null ? 'unknown' : formatUsd(usd)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
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

import { Anchor, Group, Paper, Skeleton, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type Schema } from '../../api/client.js';
import { Failure } from '../../kit/failure.js';
import { formatDuration, formatUsd } from '../../kit/format.js';
import { When } from '../../kit/when.js';
import { ZoneSuffix } from '../../kit/time-zone/zone-suffix.js';
import { OutcomeBadge } from '../requests/outcome-badge.js';
import { newestRequests } from './overview-queries.js';

export function NewestRequests({ isLive }: { isLive: boolean }) {
  const { data, error, refetch } = useQuery(newestRequests(isLive));
  return (
    <Paper withBorder component="section" aria-label="Newest requests">
      <Group justify="space-between" p="md" pb="xs">
        <Title order={2} size="h5">
          Newest requests
        </Title>
        <Anchor component={Link} to="/requests" size="sm">
          All requests
        </Anchor>
      </Group>
      {error !== null && data === undefined ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && error === null ? <Skeleton h={160} m="md" w="auto" /> : null}
      {data?.data.length === 0 ? (
        <Text c="dimmed" px="md" pb="md">
          No requests yet.{' '}
          <Anchor component={Link} to="/playground">
            Send the first one in the playground
          </Anchor>
          .
        </Text>
      ) : null}
      {data === undefined || data.data.length === 0 ? null : <RequestTable requests={data.data} />}
    </Paper>
  );
}

function RequestTable({ requests }: { requests: readonly Schema<'RequestView'>[] }) {
  return (
    <Table.ScrollContainer minWidth={0}>
      <Table horizontalSpacing="md" aria-label="Newest requests">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>
              Time <ZoneSuffix />
            </Table.Th>
            <Table.Th>Model</Table.Th>
            <Table.Th visibleFrom="sm">Token</Table.Th>
            <Table.Th>Outcome</Table.Th>
            <Table.Th ta="right">Duration</Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              Cost
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {requests.map((request) => (
            <RequestRow key={request.id} request={request} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function RequestRow({ request }: { request: Schema<'RequestView'> }) {
  const { id, started_at: at, model, token_name: token, outcome, duration_ms: ms, cost_usd: usd } = request;
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} to={`/requests/${encodeURIComponent(id)}`} inherit>
          <When isInLink at={at} />
        </Anchor>
      </Table.Td>
      <Table.Td>{model ?? '–'}</Table.Td>
      <Table.Td visibleFrom="sm">{token ?? '–'}</Table.Td>
      <Table.Td>
        <OutcomeBadge outcome={outcome} isRefused={request.refused} />
      </Table.Td>
      <Table.Td ta="right" className="tabular">
        {formatDuration(ms)}
      </Table.Td>
      <Table.Td ta="right" className="tabular" visibleFrom="sm">
        {usd === null ? 'unknown' : formatUsd(usd)}
      </Table.Td>
    </Table.Tr>
  );
}

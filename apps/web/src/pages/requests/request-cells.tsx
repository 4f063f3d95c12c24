import { Anchor, Badge, Group, Text } from '@mantine/core';
import { type ReactNode } from 'react';
import { type Schema } from '../../api/client.js';
import { formatDuration, formatUsd, shortenId } from '../../kit/format.js';
import { Moment } from '../../kit/moment.js';
import { type Column } from '../../kit/table/data-table.js';
import { RowLink } from '../../kit/table/row-link.js';
import { type ListPlace } from '../../kit/table/use-list-place.js';
import { OutcomeBadge } from './outcome-badge.js';
import { type RequestFilter } from './request-queries.js';
import { usageInShort } from './request-usage.js';

type Request = Schema<'RequestView'>;
type SetFilter = ListPlace<RequestFilter>['setFilter'];

interface RequestCardProps {
  request: Request;
  setFilter: SetFilter;
}

export const toColumns = (setFilter: SetFilter): Column<Request>[] => [
  {
    header: 'Time',
    sortBy: 'started_at',
    cell: (request) => (
      <RowLink to={getRequestLink(request)}>
        <Moment at={request.started_at} />
      </RowLink>
    ),
  },
  { header: 'Outcome', cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
  { header: 'Model', cell: (request) => <ModelCell request={request} setFilter={setFilter} /> },
  { header: 'Token, channel', cell: (request) => <DirectionCell request={request} />, wideOnly: true },
  { header: 'Usage', cell: ({ usage }) => <OneLine>{usageInShort(usage)}</OneLine>, wideOnly: true },
  {
    header: 'Duration',
    sortBy: 'duration_ms',
    align: 'right',
    wideOnly: true,
    cell: ({ duration_ms: durationMs }) => <OneLine>{formatDuration(durationMs)}</OneLine>,
  },
  { header: 'Cost', sortBy: 'cost_usd', align: 'right', cell: (request) => <Cost request={request} /> },
];

/** All of a row, where there is no room for columns. */
export function RequestCard({ request, setFilter }: RequestCardProps) {
  const { started_at: startedAt, outcome, usage, duration_ms: durationMs } = request;
  return (
    <>
      <Group justify="space-between" gap="xs" wrap="nowrap" mb={4}>
        <RowLink to={getRequestLink(request)}>
          <Text span size="sm" inherit>
            <Moment at={startedAt} />
          </Text>
        </RowLink>
        <OutcomeBadge outcome={outcome} />
      </Group>
      <ModelCell request={request} setFilter={setFilter} />
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {request.token_name ?? 'a deleted token'}, {describeChannel(request)}
      </Text>
      <Group justify="space-between" gap="xs" mt={4}>
        <Text size="sm">
          {usageInShort(usage)} · {formatDuration(durationMs)}
        </Text>
        <Text size="sm">
          <Cost request={request} />
        </Text>
      </Group>
    </>
  );
}

function ModelCell({ request, setFilter }: RequestCardProps) {
  const { session_id: sessionId } = request;
  const { model, operation, cache_hit: isCacheHit, flagged, estimated: isEstimated } = request;
  return (
    <div>
      <Text size="sm" inherit style={{ overflowWrap: 'anywhere' }}>
        {model}
      </Text>
      <Group gap={6}>
        <Text size="xs" c="dimmed">
          {operation}
        </Text>
        {sessionId === null ? null : <SessionButton id={sessionId} setFilter={setFilter} />}
        {isCacheHit ? <Flag>cached</Flag> : null}
        {flagged.length > 0 ? <Flag>flagged</Flag> : null}
        {isEstimated ? <Flag>estimated</Flag> : null}
      </Group>
    </div>
  );
}

function SessionButton({ id, setFilter }: { id: string; setFilter: SetFilter }) {
  return (
    <Anchor
      component="button"
      type="button"
      size="xs"
      ff="monospace"
      visibleFrom="sm"
      title={`Only requests of the session ${id}`}
      onClick={(event) => {
        // The row as a whole leads to its request.
        event.stopPropagation();
        setFilter('session', id);
      }}
    >
      {shortenId(id)}
    </Anchor>
  );
}

/** Who asked, and who answered. */
function DirectionCell({ request }: { request: Request }) {
  return (
    <div>
      <Text size="sm" inherit>
        {request.token_name ?? <Dimmed>a deleted token</Dimmed>}
      </Text>
      <Text size="xs" c="dimmed">
        {describeChannel(request)}
      </Text>
    </div>
  );
}

function Cost({ request: { cost_usd: usd } }: { request: Request }) {
  return usd === null ? <Dimmed>unknown</Dimmed> : formatUsd(usd);
}

function OneLine({ children }: { children: ReactNode }) {
  return (
    <Text span inherit style={{ whiteSpace: 'nowrap' }}>
      {children}
    </Text>
  );
}

function Flag({ children }: { children: string }) {
  return (
    <Badge size="xs" variant="default" tt="none" fw={500}>
      {children}
    </Badge>
  );
}

function Dimmed({ children }: { children: string }) {
  return (
    <Text span inherit c="dimmed">
      {children}
    </Text>
  );
}

function describeChannel({ channel }: Request): string {
  return channel === null ? 'no channel' : `via ${channel}`;
}

export function getRequestLink({ id }: Pick<Request, 'id'>): string {
  return `/requests/${encodeURIComponent(id)}`;
}

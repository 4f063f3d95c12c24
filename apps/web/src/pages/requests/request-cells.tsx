import { Anchor, Badge, Group, Text } from '@mantine/core';
import { type ReactNode } from 'react';
import { type Schema } from '../../api/client.js';
import { formatDuration, formatUsd, shortenId } from '../../kit/format.js';
import { ExactTime } from '../../kit/exact-time.js';
import { OneLine } from '../../kit/one-line.js';
import { describeOwner } from '../../kit/describe-owner.js';
import { type Column } from '../../kit/table/data-table.js';
import { RowLink } from '../../kit/table/row-link.js';
import { type ListState } from '../../kit/table/use-list-state.js';
import { OutcomeBadge } from './outcome-badge.js';
import { type RequestFilter } from './request-queries.js';
import { summarizeUsage } from './request-usage.js';

type Request = Schema<'RequestView'>;
type SetFilter = ListState<RequestFilter>['setFilter'];

interface RequestCardProps {
  request: Request;
  setFilter: SetFilter;
}

/** All cells have one line, so that many requests fit on a screen. */
export const toColumns = (setFilter: SetFilter): Column<Request>[] => [
  {
    header: 'Time',
    hasTimes: true,
    sortBy: 'started_at',
    isFixed: true,
    cell: (request) => (
      <RowLink to={getRequestLink(request)}>
        <NoWrap>
          <ExactTime at={request.started_at} hasZone={false} />
        </NoWrap>
      </RowLink>
    ),
  },
  { header: 'Outcome', cell: (request) => <OutcomeCell request={request} /> },
  { header: 'Model', width: '15%', cell: (request) => <ModelCell request={request} setFilter={setFilter} /> },
  {
    header: 'Operation',
    isHidden: true,
    wideOnly: true,
    cell: ({ operation }) => <TruncatedText>{operation}</TruncatedText>,
  },
  {
    header: 'Format',
    isHidden: true,
    wideOnly: true,
    cell: ({ format }) => <TruncatedText>{format}</TruncatedText>,
  },
  {
    header: 'Token',
    width: '12%',
    wideOnly: true,
    cell: (request) => <TruncatedText>{describeToken(request)}</TruncatedText>,
  },
  {
    header: 'Owner',
    width: '12%',
    isHidden: true,
    wideOnly: true,
    cell: ({ owner, token_name: token }) => (
      <TruncatedText>{owner === null ? null : describeOwner(owner, token)}</TruncatedText>
    ),
  },
  {
    header: 'Channel',
    width: '9%',
    wideOnly: true,
    cell: ({ channel }) => <TruncatedText>{channel}</TruncatedText>,
  },
  {
    header: 'Client',
    width: '10%',
    isHidden: true,
    wideOnly: true,
    cell: (request) => <TruncatedText>{request.user_agent}</TruncatedText>,
  },
  {
    header: 'Error code',
    width: '10%',
    isHidden: true,
    wideOnly: true,
    cell: (request) => <TruncatedText>{request.error_code}</TruncatedText>,
  },
  { header: 'Usage', wideOnly: true, cell: ({ usage }) => <NoWrap>{summarizeUsage(usage)}</NoWrap> },
  {
    header: 'First byte',
    isHidden: true,
    align: 'right',
    wideOnly: true,
    cell: ({ first_byte_ms: ms }) => <TruncatedText>{ms === null ? null : formatDuration(ms)}</TruncatedText>,
  },
  {
    header: 'Duration',
    sortBy: 'duration_ms',
    align: 'right',
    wideOnly: true,
    cell: ({ duration_ms: durationMs }) => <NoWrap>{formatDuration(durationMs)}</NoWrap>,
  },
  { header: 'Cost', sortBy: 'cost_usd', align: 'right', cell: (request) => <CostText request={request} /> },
];

/** A request in the list on narrow screens. */
export function RequestCard({ request, setFilter }: RequestCardProps) {
  const { started_at: startedAt, usage, duration_ms: durationMs, channel } = request;
  return (
    <>
      <Group justify="space-between" gap="xs" mb={4}>
        <RowLink to={getRequestLink(request)}>
          <ExactTime at={startedAt} />
        </RowLink>
        <OutcomeCell request={request} />
      </Group>
      <ModelCell request={request} setFilter={setFilter} />
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {[describeToken(request), channel === null ? null : `via ${channel}`].filter(Boolean).join(', ')}
      </Text>
      <Group justify="space-between" gap="xs" mt={4}>
        <Text size="sm">
          {summarizeUsage(usage)} · {formatDuration(durationMs)}
        </Text>
        <Text size="sm">
          <CostText request={request} />
        </Text>
      </Group>
    </>
  );
}

function OutcomeCell({ request: { outcome, refused } }: { request: Request }) {
  return <OutcomeBadge outcome={outcome} isRefused={refused} />;
}

function ModelCell({ request, setFilter }: RequestCardProps) {
  const { model, session_id: sessionId, cache_hit: isCacheHit, flagged, estimated: isEstimated } = request;
  return (
    <Group gap={6} wrap="nowrap">
      {model === null ? <Dimmed>unknown</Dimmed> : <OneLine text={model} miw={0} />}
      {isCacheHit ? <Flag>cached</Flag> : null}
      {flagged.length > 0 ? <Flag>flagged</Flag> : null}
      {isEstimated ? <Flag>estimated</Flag> : null}
      {sessionId === null ? null : <SessionButton id={sessionId} setFilter={setFilter} />}
    </Group>
  );
}

function SessionButton({ id, setFilter }: { id: string; setFilter: SetFilter }) {
  return (
    <Anchor
      component="button"
      type="button"
      size="xs"
      ff="monospace"
      miw="max-content"
      visibleFrom="sm"
      title={`Show only requests of session ${id}`}
      onClick={(event) => {
        // Do not open the request, as a click on the row does.
        event.stopPropagation();
        setFilter('session', id);
      }}
    >
      {shortenId(id)}
    </Anchor>
  );
}

function describeToken({ token_id: id, token_name: name }: Request): string {
  return name ?? (id === null ? 'No valid token' : 'Deleted token');
}

function CostText({ request: { cost_usd: usd } }: { request: Request }) {
  return usd === null ? <Dimmed>unknown</Dimmed> : formatUsd(usd);
}

/** A text that is truncated at the width of the column. */
function TruncatedText({ children }: { children: string | null }) {
  if (children === null) return <Dimmed>–</Dimmed>;
  return <OneLine text={children} />;
}

function NoWrap({ children }: { children: ReactNode }) {
  return (
    <Text span inherit style={{ whiteSpace: 'nowrap' }}>
      {children}
    </Text>
  );
}

function Flag({ children }: { children: string }) {
  return (
    <Badge size="xs" variant="default" fw={500}>
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

export function getRequestLink({ id }: Pick<Request, 'id'>): string {
  return `/requests/${encodeURIComponent(id)}`;
}

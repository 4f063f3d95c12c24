import { Anchor, Badge, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconListSearch } from '@tabler/icons-react';
import { type ReactNode } from 'react';
import { Link } from 'react-router';
import { type Schema } from '../../api/client.js';
import { EmptyState } from '../../kit/empty-state.js';
import { Failure } from '../../kit/failure.js';
import { formatDuration, formatUsd, shortenId } from '../../kit/format.js';
import { PageHeader } from '../../kit/page-header.js';
import { usePeriod } from '../../kit/period/use-period.js';
import { type Column, DataTable } from '../../kit/table/data-table.js';
import { RowLink } from '../../kit/table/row-link.js';
import { type ListPlace, useListPlace } from '../../kit/table/use-list-place.js';
import { When } from '../../kit/when.js';
import { OutcomeBadge } from './outcome-badge.js';
import { RequestFilters } from './request-filters.js';
import { REQUEST_FILTERS, type RequestFilter, requestList } from './request-queries.js';
import { usageInShort } from './request-usage.js';

type Request = Schema<'RequestView'>;

export function RequestsPage() {
  const place = useListPlace(REQUEST_FILTERS);
  const period = usePeriod('24h');
  const query = { sort: place.sort, cursor: place.cursor, ...place.filters };
  const { data, error, refetch, isFetching } = useQuery(requestList(query, period));
  const rows = data?.data ?? [];
  const isEmpty = data !== undefined && rows.length === 0 && !isFetching;
  return (
    <>
      <PageHeader
        title="Requests"
        description="Every request that reached an upstream, or was answered in its place: who asked what, how it went and what it cost."
      />
      <RequestFilters place={place} period={period} />
      {error !== null ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : isEmpty ? (
        <NoRequests place={place} />
      ) : (
        <DataTable
          label="Requests"
          rows={rows}
          rowKey={({ id }) => id}
          columns={toColumns(place.setFilter)}
          place={place}
          defaultSort="-started_at"
          nextCursor={data?.next_cursor ?? null}
          isLoading={isFetching}
          getLink={linkTo}
        />
      )}
    </>
  );
}

type SetFilter = ListPlace<RequestFilter>['setFilter'];

const toColumns = (setFilter: SetFilter): Column<Request>[] => [
  {
    header: 'Time',
    sortBy: 'started_at',
    cell: (request) => (
      <RowLink to={linkTo(request)}>
        <OneLine>
          <When at={request.started_at} />
        </OneLine>
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
  {
    header: 'Cost',
    sortBy: 'cost_usd',
    align: 'right',
    cell: ({ cost_usd: usd }) => (usd === null ? <Dimmed>unknown</Dimmed> : formatUsd(usd)),
  },
];

function ModelCell({ request, setFilter }: { request: Request; setFilter: SetFilter }) {
  const { session_id: sessionId } = request;
  const { model, operation, cache_hit: isCacheHit, flagged, estimated: isEstimated } = request;
  return (
    <div>
      <Text size="sm" inherit>
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
function DirectionCell({ request: { token_name: token, channel } }: { request: Request }) {
  return (
    <div>
      <Text size="sm" inherit>
        {token ?? <Dimmed>a deleted token</Dimmed>}
      </Text>
      <Text size="xs" c="dimmed">
        {channel === null ? 'no channel' : `via ${channel}`}
      </Text>
    </div>
  );
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

function NoRequests({ place }: { place: ListPlace<RequestFilter> }) {
  return place.hasFilters ? (
    <EmptyState
      icon={IconListSearch}
      title="No request fits"
      action={
        <Button variant="default" onClick={place.clearFilters}>
          Clear the filters
        </Button>
      }
    >
      Nothing in this period matches the filters. Take some away, or look at a longer period.
    </EmptyState>
  ) : (
    <EmptyState
      icon={IconListSearch}
      title="No request in this period"
      action={
        <Button component={Link} to="/playground">
          Open the playground
        </Button>
      }
    >
      Choose a longer period, or send a request: it appears here as soon as it has ended.
    </EmptyState>
  );
}

function linkTo({ id }: Pick<Request, 'id'>): string {
  return `/requests/${encodeURIComponent(id)}`;
}

import { Button } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { Link } from 'react-router';
import { type Schema } from '../../api/client.js';
import { EmptyState } from '../../kit/empty-state.js';
import { PageHeader } from '../../kit/page-header.js';
import { type PeriodPlace, usePeriod } from '../../kit/period/use-period.js';
import { ClearFilters, LoadedTable } from '../../kit/table/loaded-table.js';
import { type ListPlace, useListPlace } from '../../kit/table/use-list-place.js';
import { RefusalSummary } from './refusal-summary.js';
import { RequestCard, getRequestLink, toColumns } from './request-cells.js';
import { RequestFilters } from './request-filters.js';
import { REQUEST_FILTERS, type RequestFilter, requestList } from './request-queries.js';
import { RequestToolbar } from './request-toolbar.js';
import { useLive, useNewRows } from './use-live.js';
import { KNOWN_OUTCOMES } from '../../api/outcomes.js';

type Request = Schema<'RequestView'>;

const NO_ROWS: readonly Request[] = [];

interface RequestTableProps {
  place: ListPlace<RequestFilter>;
  period: PeriodPlace;
  isLive: boolean;
}

export function RequestsPage() {
  const place = useListPlace(REQUEST_FILTERS);
  const period = usePeriod('24h');
  const live = useLive();
  return (
    <>
      <PageHeader
        title="Requests"
        description="Requests with their outcome, usage and cost, including requests that the gateway refused."
      />
      <RequestFilters place={place} period={period} />
      <RequestToolbar place={place} period={period} live={live} />
      {isRefusal(place.filters.outcome) ? (
        <RefusalSummary place={place} period={period} isLive={live.isLive} />
      ) : null}
      <RequestTable place={place} period={period} isLive={live.isLive} />
    </>
  );
}

function RequestTable({ place, period, isLive }: RequestTableProps) {
  const query = { sort: place.sort, cursor: place.cursor, ...place.filters };
  const answer = useQuery(requestList(query, { period, isLive }));
  const added = useNewRows(answer.data?.data ?? NO_ROWS, {
    isLive,
    list: JSON.stringify([query, period.key]),
  });
  return (
    <LoadedTable
      label="Requests"
      answer={answer}
      rowKey={({ id }) => id}
      columns={toColumns(place.setFilter)}
      card={toCard(place.setFilter)}
      columnsKey="requests"
      place={place}
      defaultSort="-started_at"
      isNew={({ id }) => added.has(id)}
      getLink={getRequestLink}
      empty={<NoRequests place={place} />}
    />
  );
}

function toCard(setFilter: ListPlace<RequestFilter>['setFilter']) {
  return (request: Request): ReactNode => <RequestCard request={request} setFilter={setFilter} />;
}

function NoRequests({ place }: { place: ListPlace<RequestFilter> }) {
  return place.hasFilters ? (
    <EmptyState icon={IconListSearch} title="No matching requests" action={<ClearFilters place={place} />}>
      No request in this period matches the filters. Remove filters or choose a longer period.
    </EmptyState>
  ) : (
    <EmptyState
      icon={IconListSearch}
      title="No requests in this period"
      action={
        <Button component={Link} to="/playground">
          Open the playground
        </Button>
      }
    >
      Choose a longer period or send a request. It appears here when it ends.
    </EmptyState>
  );
}

/** Whether an outcome of the filter selects requests that the gateway refused. */
function isRefusal(outcome: string | undefined): boolean {
  return (
    outcome === 'refused' ||
    KNOWN_OUTCOMES.some((known) => known.group === 'refused' && known.outcome === outcome)
  );
}

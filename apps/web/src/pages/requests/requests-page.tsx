import { Button } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { Link } from 'react-router';
import { type Schema } from '../../api/client.js';
import { EmptyState } from '../../kit/empty-state.js';
import { PageHeader } from '../../kit/page-header.js';
import { type PeriodState, usePeriod } from '../../kit/period/use-period.js';
import { ClearFilters, LoadedTable } from '../../kit/table/loaded-table.js';
import { type ListState, useListState } from '../../kit/table/use-list-state.js';
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
  listState: ListState<RequestFilter>;
  period: PeriodState;
  isLive: boolean;
}

export function RequestsPage() {
  const listState = useListState(REQUEST_FILTERS);
  const period = usePeriod('24h');
  const live = useLive();
  return (
    <>
      <PageHeader
        title="Requests"
        description="Requests with their outcome, usage and cost, including requests that the gateway refused."
      />
      <RequestFilters listState={listState} period={period} />
      <RequestToolbar listState={listState} period={period} live={live} />
      {isRefusal(listState.filters.outcome) ? (
        <RefusalSummary listState={listState} period={period} isLive={live.isLive} />
      ) : null}
      <RequestTable listState={listState} period={period} isLive={live.isLive} />
    </>
  );
}

function RequestTable({ listState, period, isLive }: RequestTableProps) {
  const query = { sort: listState.sort, cursor: listState.cursor, ...listState.filters };
  const result = useQuery(requestList(query, { period, isLive }));
  const added = useNewRows(result.data?.data ?? NO_ROWS, {
    isLive,
    list: JSON.stringify([query, period.key]),
  });
  return (
    <LoadedTable
      label="Requests"
      result={result}
      rowKey={({ id }) => id}
      columns={toColumns(listState.setFilter)}
      card={toCard(listState.setFilter)}
      columnsKey="requests"
      listState={listState}
      defaultSort="-started_at"
      isNew={({ id }) => added.has(id)}
      getLink={getRequestLink}
      empty={<NoRequests listState={listState} />}
    />
  );
}

function toCard(setFilter: ListState<RequestFilter>['setFilter']) {
  return (request: Request): ReactNode => <RequestCard request={request} setFilter={setFilter} />;
}

function NoRequests({ listState }: { listState: ListState<RequestFilter> }) {
  return listState.hasFilters ? (
    <EmptyState
      icon={IconListSearch}
      title="No matching requests"
      action={<ClearFilters listState={listState} />}
    >
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
    KNOWN_OUTCOMES.some((entry) => entry.group === 'refused' && entry.outcome === outcome)
  );
}

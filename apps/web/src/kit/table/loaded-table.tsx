import { Button } from '@mantine/core';
import { type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { Failure } from '../failure.js';
import { DataTable, type DataTableProps } from './data-table.js';
import { type ListState } from './use-list-state.js';

export interface LoadedTableProps<Row> extends Omit<
  DataTableProps<Row>,
  'rows' | 'nextCursor' | 'isLoading'
> {
  result: Pick<
    UseQueryResult<{ data: Row[]; next_cursor: string | null }>,
    'data' | 'error' | 'refetch' | 'isPending' | 'isPlaceholderData'
  >;
  /** Shown instead of a table without rows. */
  empty: ReactNode;
}

/** A table whose rows are loaded by a query. */
export function LoadedTable<Row>({ result, empty, ...table }: LoadedTableProps<Row>) {
  const { data, error, refetch, isPending, isPlaceholderData } = result;
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data?.data.length === 0 && !isPlaceholderData) return empty;
  return (
    <DataTable
      {...table}
      rows={data?.data ?? []}
      nextCursor={data?.next_cursor ?? null}
      isLoading={isPending || isPlaceholderData}
    />
  );
}

/** The action of an empty list that has filters. */
export function ClearFilters({
  listState,
}: {
  listState: Pick<ListState<string>, 'hasFilters' | 'clearFilters'>;
}) {
  return listState.hasFilters ? (
    <Button variant="default" onClick={listState.clearFilters}>
      Clear filters
    </Button>
  ) : null;
}

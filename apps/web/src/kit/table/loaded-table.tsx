import { Button } from '@mantine/core';
import { type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { Failure } from '../failure.js';
import { DataTable, type DataTableProps } from './data-table.js';
import { type ListPlace } from './use-list-place.js';

export interface LoadedTableProps<Row> extends Omit<
  DataTableProps<Row>,
  'rows' | 'nextCursor' | 'isLoading'
> {
  answer: Pick<
    UseQueryResult<{ data: Row[]; next_cursor: string | null }>,
    'data' | 'error' | 'refetch' | 'isPending' | 'isPlaceholderData'
  >;
  /** Shown instead of a table without rows. */
  empty: ReactNode;
}

/** A table whose rows are loaded by a query. */
export function LoadedTable<Row>({ answer, empty, ...table }: LoadedTableProps<Row>) {
  const { data, error, refetch, isPending, isPlaceholderData } = answer;
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
export function ClearFilters({ place }: { place: Pick<ListPlace<string>, 'hasFilters' | 'clearFilters'> }) {
  return place.hasFilters ? (
    <Button variant="default" onClick={place.clearFilters}>
      Clear filters
    </Button>
  ) : null;
}

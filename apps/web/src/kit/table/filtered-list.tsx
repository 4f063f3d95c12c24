import { Button } from '@mantine/core';
import { type ReactNode } from 'react';
import { EmptyState, type EmptyStateProps } from '../empty-state.js';
import { LoadedTable, type LoadedTableProps } from './loaded-table.js';
import { type ListState } from './use-list-state.js';

interface FilteredListProps<Row> extends Pick<
  LoadedTableProps<Row>,
  'label' | 'columns' | 'defaultSort' | 'getLink' | 'result'
> {
  listState: Omit<ListState<string>, 'filters' | 'setFilter'>;
  filters: ReactNode;
  /** Replaces the list and its filters if there are no entries at all. */
  none: ReactNode;
  /** Shown when no row matches the filters. */
  noneFound: Pick<EmptyStateProps, 'icon'> & { hint?: string };
}

/** A list with its filters, or an empty state. */
export function FilteredList<Row extends { id: string }>(props: FilteredListProps<Row>) {
  const { result, listState, filters, none, noneFound, ...table } = props;
  const isEmpty = result.error === null && result.data?.data.length === 0;
  if (isEmpty && !listState.hasFilters && listState.cursor === undefined) return none;
  return (
    <>
      {filters}
      <LoadedTable
        {...table}
        result={result}
        rowKey={({ id }) => id}
        listState={listState}
        empty={<NoneFound {...noneFound} noun={table.label.toLowerCase()} onClear={listState.clearFilters} />}
      />
    </>
  );
}

interface NoneFoundProps extends Pick<EmptyStateProps, 'icon'> {
  noun: string;
  hint?: string;
  onClear: () => void;
}

function NoneFound({
  icon,
  noun,
  hint = 'No results match the search and filters.',
  onClear,
}: NoneFoundProps) {
  return (
    <EmptyState
      icon={icon}
      title={`No matching ${noun}`}
      action={
        <Button variant="default" onClick={onClear}>
          Show all {noun}
        </Button>
      }
    >
      {hint}
    </EmptyState>
  );
}

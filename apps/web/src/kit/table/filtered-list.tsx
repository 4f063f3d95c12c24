import { Button } from '@mantine/core';
import { type ReactNode } from 'react';
import { EmptyState, type EmptyStateProps } from '../empty-state.js';
import { LoadedTable, type LoadedTableProps } from './loaded-table.js';
import { type ListPlace } from './use-list-place.js';

interface FilteredListProps<Row> extends Pick<
  LoadedTableProps<Row>,
  'label' | 'columns' | 'defaultSort' | 'getLink' | 'answer'
> {
  place: Omit<ListPlace<string>, 'filters' | 'setFilter'>;
  filters: ReactNode;
  /** Replaces the list and its filters if there are no entries at all. */
  none: ReactNode;
  /** Shown when no row matches the filters. */
  noneFound: Pick<EmptyStateProps, 'icon'> & { hint?: string };
}

/** A list with its filters, or an empty state. */
export function FilteredList<Row extends { id: string }>(props: FilteredListProps<Row>) {
  const { answer, place, filters, none, noneFound, ...table } = props;
  const isEmpty = answer.error === null && answer.data?.data.length === 0;
  if (isEmpty && !place.hasFilters && place.cursor === undefined) return none;
  return (
    <>
      {filters}
      <LoadedTable
        {...table}
        answer={answer}
        rowKey={({ id }) => id}
        place={place}
        empty={<NoneFound {...noneFound} noun={table.label.toLowerCase()} onClear={place.clearFilters} />}
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

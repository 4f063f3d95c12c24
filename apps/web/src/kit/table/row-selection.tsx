import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { type Column } from './data-table.js';

interface Identified {
  id: string;
}

/** The selected rows, including rows on other pages of the list. */
export interface RowSelection<Row extends Identified> {
  selected: readonly Row[];
  has: (row: Row) => boolean;
  set: (rows: readonly Row[], isSelected: boolean) => void;
  clear: () => void;
}

export function useRowSelection<Row extends Identified>(): RowSelection<Row> {
  const [rows, setRows] = useState<ReadonlyMap<string, Row>>(new Map());
  return {
    selected: [...rows.values()],
    has: ({ id }) => rows.has(id),
    set: (changed, isSelected) =>
      setRows((current) => {
        const next = new Map(current);
        for (const row of changed) {
          if (isSelected) next.set(row.id, row);
          else next.delete(row.id);
        }
        return next;
      }),
    clear: () => setRows(new Map()),
  };
}

interface SelectionColumnOptions<Row extends Identified> {
  selection: RowSelection<Row>;
  /** The rows of the current page. */
  rows: readonly Row[];
  getName: (row: Row) => string;
}

/** A column of checkboxes; the checkbox in the header selects all rows of the page. */
export function buildSelectionColumn<Row extends Identified>({
  selection,
  rows,
  getName,
}: SelectionColumnOptions<Row>): Column<Row> {
  const count = rows.filter(selection.has).length;
  return {
    header: 'Selection',
    headerCell: (
      <Checkbox
        size="xs"
        aria-label="Select all on this page"
        checked={rows.length > 0 && count === rows.length}
        indeterminate={count > 0 && count < rows.length}
        onChange={(event) => selection.set(rows, event.currentTarget.checked)}
      />
    ),
    cell: (row) => (
      <Checkbox
        size="xs"
        aria-label={`Select ${getName(row)}`}
        checked={selection.has(row)}
        onChange={(event) => selection.set([row], event.currentTarget.checked)}
        // Do not open the row.
        onClick={(event) => event.stopPropagation()}
      />
    ),
  };
}

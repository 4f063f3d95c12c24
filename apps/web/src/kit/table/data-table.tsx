import { Box, Button, Group, LoadingOverlay, Paper, Skeleton, Table, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconChevronDown,
  IconChevronLeft,
  IconChevronRight,
  IconChevronUp,
  IconSelector,
} from '@tabler/icons-react';
import { type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { type ListPlace } from './use-list-place.js';
import classes from './data-table.module.css';

/** As wide as the screens on which columns are left out. */
const NARROW = '(max-width: 48em)';
const SKELETON_ROWS = 8;

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** The name by which the gateway sorts; without one the column cannot be sorted by. */
  sortBy?: string;
  align?: 'right';
  /** Left out on narrow screens, where a row has room only for what matters most. */
  wideOnly?: boolean;
}

export interface DataTableProps<Row> {
  /** What the rows are, for who cannot see the table: "Tokens". */
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly Column<Row>[];
  place: Pick<ListPlace<string>, 'sort' | 'setSort' | 'toNext' | 'toPrevious'>;
  /** How the gateway sorts where nobody has chosen. */
  defaultSort: string;
  nextCursor: string | null;
  isLoading: boolean;
  /** Where a row leads. Its first cell should hold a link there, too, for the keyboard. */
  getLink?: (row: Row) => string;
  /** Whether a row has only just come, and is marked for a moment. */
  isNew?: (row: Row) => boolean;
  /** What a row is on narrow screens, in the place of its cells. */
  card?: (row: Row) => ReactNode;
}

/** Rows of one page of a list that the gateway sorts, filters and cuts into pages. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { card, rows, isLoading, place, nextCursor } = props;
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
  return (
    <Paper withBorder pos="relative">
      <LoadingOverlay
        visible={isLoading && rows.length > 0}
        zIndex={1}
        loaderProps={{ 'aria-label': 'Loading' }}
      />
      {card !== undefined && isNarrow === true ? <Cards {...props} card={card} /> : <Rows {...props} />}
      <Pages place={place} nextCursor={nextCursor} />
    </Paper>
  );
}

function Rows<Row>(props: DataTableProps<Row>) {
  const { label, rows, rowKey, columns, place, defaultSort, isLoading, getLink, isNew } = props;
  const navigate = useNavigate();
  const open = (row: Row) => (getLink === undefined ? undefined : () => void navigate(getLink(row)));
  return (
    <Table.ScrollContainer minWidth={0}>
      <Table
        highlightOnHover={getLink !== undefined}
        verticalSpacing="sm"
        horizontalSpacing="md"
        aria-label={label}
      >
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <HeaderCell
                key={column.header}
                column={column}
                place={place}
                sort={place.sort ?? defaultSort}
              />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.length === 0 && isLoading ? <SkeletonRows columns={columns} /> : null}
          {rows.map((row) => (
            <Table.Tr
              key={rowKey(row)}
              onClick={open(row)}
              className={getLink && classes.link}
              data-new={isNew?.(row)}
            >
              {columns.map((column) => (
                <Table.Td key={column.header} ta={column.align} className={cellClass(column)}>
                  {column.cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** Holds the place of the rows, so that nothing jumps when they come. */
function SkeletonRows<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return Array.from({ length: SKELETON_ROWS }, (_, index) => (
    <Table.Tr key={index} aria-hidden>
      {columns.map((column) => (
        <Table.Td key={column.header} className={cellClass(column)}>
          <Skeleton h={16} my={3} />
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}

function Cards<Row>(props: DataTableProps<Row> & { card: (row: Row) => ReactNode }) {
  const { label, rows, rowKey, card, isLoading, isNew } = props;
  return (
    <ul className={classes.cards} aria-label={label}>
      {rows.length === 0 && isLoading
        ? Array.from({ length: SKELETON_ROWS }, (_, index) => (
            <li key={index} className={classes.card} aria-hidden>
              <Skeleton h={72} />
            </li>
          ))
        : null}
      {rows.map((row) => (
        <li key={rowKey(row)} className={classes.card} data-new={isNew?.(row)}>
          {card(row)}
        </li>
      ))}
    </ul>
  );
}

interface HeaderCellProps<Row> {
  column: Column<Row>;
  place: Pick<ListPlace<string>, 'setSort'>;
  sort: string;
}

function HeaderCell<Row>({ column, place, sort }: HeaderCellProps<Row>) {
  const { header, sortBy, align } = column;
  if (sortBy === undefined) {
    return (
      <Table.Th ta={align} className={cellClass(column)}>
        {header}
      </Table.Th>
    );
  }
  const direction = sort === sortBy ? 'ascending' : sort === `-${sortBy}` ? 'descending' : 'none';
  const Icon = { ascending: IconChevronUp, descending: IconChevronDown, none: IconSelector }[direction];
  return (
    <Table.Th ta={align} aria-sort={direction} className={cellClass(column)}>
      <UnstyledButton
        className={classes.sorter}
        onClick={() => place.setSort(direction === 'descending' ? sortBy : `-${sortBy}`)}
      >
        {header} <Icon size={14} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  );
}

function Pages({ place, nextCursor }: Pick<DataTableProps<never>, 'place' | 'nextCursor'>) {
  if (place.toPrevious === undefined && nextCursor === null) return null;
  return (
    <Group justify="space-between" p="xs" component="nav" aria-label="Pages of the list">
      <Button
        size="xs"
        variant="subtle"
        leftSection={<IconChevronLeft size={14} />}
        disabled={place.toPrevious === undefined}
        onClick={place.toPrevious}
      >
        Previous
      </Button>
      <Box />
      <Button
        size="xs"
        variant="subtle"
        rightSection={<IconChevronRight size={14} />}
        disabled={nextCursor === null}
        onClick={() => nextCursor !== null && place.toNext(nextCursor)}
      >
        Next
      </Button>
    </Group>
  );
}

function cellClass<Row>({ wideOnly }: Column<Row>): string | undefined {
  return wideOnly === true ? classes.wideOnly : undefined;
}

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
import { type BaseColumn, HeaderText } from './small-table.js';
import { TableMenu } from './table-menu.js';
import { type ChoosableColumn, isShown, useColumnChoices, useDensity } from './table-settings.js';
import { type ListState } from './use-list-state.js';
import classes from './data-table.module.css';

/** Links have too little contrast on Mantine's default hover colour in the dark theme. */
const HOVERED = 'light-dark(var(--mantine-color-gray-1), var(--mantine-color-dark-6))';

/** The same width as in the media query of `data-table.module.css`. */
const NARROW = '(max-width: 48em)';
const SKELETON_ROWS = 8;
/** The vertical padding of a cell, in pixels. */
const CELL_SPACING = { compact: 4, comfortable: 12 } as const;

export interface Column<Row> extends ChoosableColumn, BaseColumn<Row> {
  /** Replaces the text of the header, for example by a checkbox. */
  headerCell?: ReactNode;
  /** The value of the API's `sort` parameter. Without it, the column is not sortable. */
  sortBy?: string;
  /** Hidden on narrow screens. */
  wideOnly?: boolean;
}

export interface DataTableProps<Row> {
  /** The name of the table for screen readers, such as "Tokens". */
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly Column<Row>[];
  listState: Pick<ListState<string>, 'sort' | 'setSort' | 'toNext' | 'toPrevious'>;
  /** The default sort order of the API. */
  defaultSort: string;
  nextCursor: string | null;
  isLoading: boolean;
  /** The page that a click on the row opens. The first cell must link to it too, for keyboard users. */
  getLink?: (row: Row) => string;
  /** New rows are highlighted for a moment. */
  isNew?: (row: Row) => boolean;
  /** Renders a row on narrow screens. */
  card?: (row: Row) => ReactNode;
  /** The storage key for the selected columns. Without it, all columns are shown. */
  columnsKey?: string;
}

/** One page of a list. The API sorts, filters and paginates it. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { card, rows, isLoading, listState, nextCursor } = props;
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
  return (
    <Paper withBorder pos="relative">
      <LoadingOverlay
        visible={isLoading && rows.length > 0}
        zIndex={1}
        loaderProps={{ role: 'progressbar', 'aria-label': 'Loading' }}
      />
      {card !== undefined && isNarrow === true ? <Cards {...props} card={card} /> : <Rows {...props} />}
      <Pages listState={listState} nextCursor={nextCursor} />
    </Paper>
  );
}

function Rows<Row>(props: DataTableProps<Row>) {
  const { label, rows, rowKey, listState, defaultSort, isLoading, getLink, isNew, columnsKey } = props;
  const navigate = useNavigate();
  const [density, setDensity] = useDensity();
  const [choices, setChoices] = useColumnChoices(columnsKey);
  const columns =
    columnsKey === undefined ? props.columns : props.columns.filter((column) => isShown(column, choices));
  const open = (row: Row) => (getLink === undefined ? undefined : () => void navigate(getLink(row)));
  return (
    <Table.ScrollContainer minWidth={0}>
      <Table
        highlightOnHover={getLink !== undefined}
        highlightOnHoverColor={HOVERED}
        verticalSpacing={CELL_SPACING[density]}
        horizontalSpacing={density === 'compact' ? 8 : 'md'}
        data-density={density}
        className={classes.table}
        aria-label={label}
      >
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <HeaderCell
                key={column.header}
                column={column}
                listState={listState}
                sort={listState.sort ?? defaultSort}
              />
            ))}
            <Table.Th className={classes.menu}>
              <TableMenu
                density={density}
                setDensity={setDensity}
                columns={columnsKey === undefined ? [] : props.columns}
                choices={choices}
                setChoices={setChoices}
              />
            </Table.Th>
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
                <Table.Td
                  key={column.header}
                  ta={column.align}
                  maw={column.width === undefined ? undefined : 0}
                  className={cellClass(column)}
                  visibleFrom={column.visibleFrom}
                >
                  {column.cell(row)}
                </Table.Td>
              ))}
              <Table.Td className={classes.menu} />
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** Placeholders with the height of rows, which avoid a layout shift. */
function SkeletonRows<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return Array.from({ length: SKELETON_ROWS }, (_, index) => (
    <Table.Tr key={index} aria-hidden>
      {columns.map((column) => (
        <Table.Td key={column.header} className={cellClass(column)} visibleFrom={column.visibleFrom}>
          <Skeleton h={16} my={3} />
        </Table.Td>
      ))}
      <Table.Td className={classes.menu} />
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
  listState: Pick<ListState<string>, 'setSort'>;
  sort: string;
}

function HeaderCell<Row>({ column, listState, sort }: HeaderCellProps<Row>) {
  const { sortBy, align } = column;
  if (sortBy === undefined) {
    return (
      <Table.Th ta={align} w={column.width} className={cellClass(column)} visibleFrom={column.visibleFrom}>
        {column.headerCell ?? <HeaderText column={column} />}
      </Table.Th>
    );
  }
  const direction = sort === sortBy ? 'ascending' : sort === `-${sortBy}` ? 'descending' : 'none';
  const Icon = { ascending: IconChevronUp, descending: IconChevronDown, none: IconSelector }[direction];
  return (
    <Table.Th
      ta={align}
      w={column.width}
      aria-sort={direction}
      className={cellClass(column)}
      visibleFrom={column.visibleFrom}
    >
      <UnstyledButton
        className={classes.sorter}
        onClick={() => listState.setSort(direction === 'descending' ? sortBy : `-${sortBy}`)}
      >
        <HeaderText column={column} /> <Icon size={14} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  );
}

function Pages({ listState, nextCursor }: Pick<DataTableProps<never>, 'listState' | 'nextCursor'>) {
  if (listState.toPrevious === undefined && nextCursor === null) return null;
  return (
    <Group justify="space-between" p="xs" component="nav" aria-label="Pagination">
      <Button
        size="xs"
        variant="subtle"
        leftSection={<IconChevronLeft size={14} />}
        disabled={listState.toPrevious === undefined}
        onClick={listState.toPrevious}
      >
        Previous
      </Button>
      <Box />
      <Button
        size="xs"
        variant="subtle"
        rightSection={<IconChevronRight size={14} />}
        disabled={nextCursor === null}
        onClick={() => nextCursor !== null && listState.toNext(nextCursor)}
      >
        Next
      </Button>
    </Group>
  );
}

function cellClass<Row>({ wideOnly }: Column<Row>): string | undefined {
  return wideOnly === true ? classes.wideOnly : undefined;
}

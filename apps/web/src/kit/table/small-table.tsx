import { type MantineBreakpoint, Table, type TableProps } from '@mantine/core';
import { type ReactNode } from 'react';
import { ZoneSuffix } from '../time-zone/zone-suffix.js';

export interface BaseColumn<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Whether the cells are times. If so, the header shows the time zone. */
  hasTimes?: boolean;
  align?: 'right';
  /** A CSS width. In a `DataTable`, longer texts are truncated instead of making the table wider. */
  width?: string;
  /** Hidden on screens that are narrower than this. */
  visibleFrom?: MantineBreakpoint;
}

export interface SmallColumn<Row> extends BaseColumn<Row> {
  /** Whether the cells are row headers. */
  isHeading?: boolean;
}

interface SmallTableProps<Row> extends Omit<TableProps, 'data' | 'children'> {
  columns: readonly SmallColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
}

/** A table without pagination. Set `aria-label` to name it. */
export function SmallTable<Row>({ columns, rows, rowKey, ...table }: SmallTableProps<Row>) {
  return (
    <Table.ScrollContainer minWidth={0}>
      <Table {...table}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th
                key={column.header}
                ta={column.align}
                w={column.width}
                visibleFrom={column.visibleFrom}
              >
                <HeaderText column={column} />
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={rowKey(row)}>
              {columns.map((column) => (
                <Cell key={column.header} column={column}>
                  {column.cell(row)}
                </Cell>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface CellProps {
  column: Pick<SmallColumn<never>, 'align' | 'isHeading' | 'visibleFrom'>;
  children: ReactNode;
}

function Cell({ column: { align, isHeading = false, visibleFrom }, children }: CellProps) {
  const shared = { ta: align, visibleFrom, style: { overflowWrap: 'anywhere' } } as const;
  return isHeading ? (
    <Table.Th scope="row" fw={400} {...shared}>
      {children}
    </Table.Th>
  ) : (
    <Table.Td {...shared}>{children}</Table.Td>
  );
}

export function HeaderText({
  column: { header, hasTimes = false },
}: {
  column: Pick<BaseColumn<never>, 'header' | 'hasTimes'>;
}) {
  return hasTimes ? (
    <span style={{ whiteSpace: 'nowrap' }}>
      {header} <ZoneSuffix />
    </span>
  ) : (
    header
  );
}

import { getDisplayWidth, padEnd, padStart, escapeControls, truncate } from './display-width.js';
import { type Style } from './style.js';

export interface Column<Row> {
  title: string;
  value: (row: Row) => string | number | undefined | null;
  align?: 'right';
  /** The style of the cell on a terminal with colours. */
  style?: (row: Row) => keyof Style | undefined;
}

interface TableOptions {
  /** Terminal cells per line. Undefined for no limit, such as for a file. */
  width: number | undefined;
  style: Style;
}

const GAP = '  ';
const MIN_COLUMN_WIDTH = 8;
const EMPTY_CELL = '-';

/** A fact with an empty value is not shown. */
export type Fact = readonly [label: string, value: string | number | null | undefined];

/** The lines of a table. On a narrow terminal the widest columns are shortened. */
export function formatTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { width, style }: TableOptions,
): string[] {
  const cells = rows.map((row) => columns.map((column) => toCell(column, row)));
  const fullWidths = columns.map((column, index) =>
    Math.max(getDisplayWidth(column.title), ...cells.map((line) => getDisplayWidth(line[index] ?? ''))),
  );
  const widths = fitWidths(fullWidths, width);
  const formatCell = (text: string, index: number): string => {
    const columnWidth = widths[index] ?? 0;
    const cell = truncate(text, columnWidth);
    if (columns[index]?.align === 'right') return padStart(cell, columnWidth);
    return index === columns.length - 1 ? cell : padEnd(cell, columnWidth);
  };
  const header = columns.map(({ title }, index) => style.heading(formatCell(title, index))).join(GAP);
  const body = rows.map((row, position) =>
    columns
      .map((column, index) => {
        const cell = formatCell(cells[position]?.[index] ?? '', index);
        const styleName = column.style?.(row);
        return styleName === undefined ? cell : style[styleName](cell);
      })
      .join(GAP),
  );
  return [header, ...body];
}

function toCell<Row>({ value }: Column<Row>, row: Row): string {
  const content = value(row);
  return content === undefined || content === null || content === ''
    ? EMPTY_CELL
    : escapeControls(String(content));
}

function fitWidths(fullWidths: readonly number[], width: number | undefined): number[] {
  const widths = [...fullWidths];
  if (width === undefined) return widths;
  let excess = widths.reduce((sum, each) => sum + each, 0) + GAP.length * (widths.length - 1) - width;
  while (excess > 0) {
    const widest = Math.max(...widths);
    if (widest <= MIN_COLUMN_WIDTH) break;
    widths[widths.indexOf(widest)] = widest - 1;
    excess -= 1;
  }
  return widths;
}

/** One line per fact. */
export function formatFacts(facts: readonly Fact[]): string[] {
  const shown = facts.filter(([, value]) => value !== null && value !== undefined && value !== '');
  const width = Math.max(0, ...shown.map(([label]) => getDisplayWidth(label)));
  return shown.map(([label, value]) => `${padEnd(label, width)}${GAP}${escapeControls(String(value))}`);
}

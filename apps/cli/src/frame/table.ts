import { displayWidth, padEnd, padStart, printable, truncate } from './display-width.js';
import { type Style } from './style.js';

export interface Column<Row> {
  title: string;
  value: (row: Row) => string | number | undefined | null;
  align?: 'right';
  /** How the cell looks on a terminal with colours. */
  style?: (row: Row) => keyof Style | undefined;
}

interface TablePaper {
  /** Cells in a line; undefined where nothing limits it, as in a file. */
  width: number | undefined;
  style: Style;
}

const GAP = '  ';
const NARROWEST = 8;
const NOTHING = '-';

/** What something is called, and what it is; one that is nothing is left out. */
export type Fact = readonly [label: string, value: string | number | null | undefined];

/** The lines of a table. On a terminal that is too narrow the widest columns give way. */
export function formatTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { width, style }: TablePaper,
): string[] {
  const cells = rows.map((row) => columns.map((column) => toCell(column, row)));
  const natural = columns.map((column, index) =>
    Math.max(displayWidth(column.title), ...cells.map((line) => displayWidth(line[index] ?? ''))),
  );
  const widths = fit(natural, width);
  const place = (text: string, index: number): string => {
    const [cell, cells] = [truncate(text, widths[index] ?? 0), widths[index] ?? 0];
    if (columns[index]?.align === 'right') return padStart(cell, cells);
    return index === columns.length - 1 ? cell : padEnd(cell, cells);
  };
  const header = columns.map(({ title }, index) => style.heading(place(title, index))).join(GAP);
  const body = rows.map((row, position) =>
    columns
      .map((column, index) => {
        const cell = place(cells[position]?.[index] ?? '', index);
        const look = column.style?.(row);
        return look === undefined ? cell : style[look](cell);
      })
      .join(GAP),
  );
  return [header, ...body];
}

function toCell<Row>({ value }: Column<Row>, row: Row): string {
  const given = value(row);
  return given === undefined || given === null || given === '' ? NOTHING : printable(String(given));
}

function fit(natural: readonly number[], width: number | undefined): number[] {
  const widths = [...natural];
  if (width === undefined) return widths;
  let excess = widths.reduce((sum, each) => sum + each, 0) + GAP.length * (widths.length - 1) - width;
  while (excess > 0) {
    const widest = Math.max(...widths);
    if (widest <= NARROWEST) break;
    widths[widths.indexOf(widest)] = widest - 1;
    excess -= 1;
  }
  return widths;
}

/** One line for each fact about one thing. */
export function formatFacts(facts: readonly Fact[]): string[] {
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== '');
  const width = Math.max(0, ...known.map(([label]) => displayWidth(label)));
  return known.map(([label, value]) => `${padEnd(label, width)}${GAP}${printable(String(value))}`);
}

import { type Output } from './output.js';
import { type Column } from './table.js';

export interface Listed<Row> {
  /** What they are called, several of them. */
  noun: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** What they had to be; a filter that is undefined was not written. */
  filters: Readonly<Record<string, unknown>>;
}

/** A table, or a sentence where it would be empty. */
export function describeList<Row>({ noun, columns, rows, filters }: Listed<Row>, output: Output): string[] {
  if (rows.length > 0) return output.table(columns, rows);
  const isFiltered = Object.values(filters).some((filter) => filter !== undefined);
  return [isFiltered ? `There are no such ${noun}.` : `There are no ${noun} yet.`];
}

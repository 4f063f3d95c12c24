import { type Style, createStyle } from './style.js';
import { type Column, formatTable } from './table.js';

interface ListOptions<Row> {
  /** In the plural. */
  noun: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** A filter that was not given is undefined. */
  filters: Readonly<Record<string, unknown>>;
}

/** Writes the result of a command to stdout, as text or as JSON. */
export class Output {
  readonly style: Style;

  constructor(
    /** Whether --json was given. */
    readonly isJson: boolean,
    private readonly stream: NodeJS.WriteStream = process.stdout,
  ) {
    // hasColors respects NO_COLOR and terminals without colours. It exists only on terminals.
    this.style = createStyle(stream.isTTY && stream.hasColors());
  }

  /** Writes the result: `value` with --json, otherwise the lines. */
  result(value: unknown, toLines: () => readonly string[]): void {
    if (this.isJson) this.write(JSON.stringify(value, undefined, 2));
    else toLines().forEach((line) => this.write(line));
  }

  /** Writes progress to stderr. Does nothing with --json. */
  note(line: string): void {
    if (!this.isJson) process.stderr.write(`${line}\n`);
  }

  table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] {
    return formatTable(columns, rows, {
      width: this.stream.isTTY ? this.stream.columns : undefined,
      style: this.style,
    });
  }

  /** Writes lines of a result that is not complete yet. */
  lines(lines: readonly string[]): void {
    lines.forEach((line) => this.write(line));
  }

  private write(line: string): void {
    this.stream.write(`${line}\n`);
  }
}

/** A table, or a sentence if there are no rows. */
export function describeList<Row>(
  { noun, columns, rows, filters }: ListOptions<Row>,
  output: Output,
): string[] {
  if (rows.length > 0) return output.table(columns, rows);
  const isFiltered = Object.values(filters).some((filter) => filter !== undefined);
  return [isFiltered ? `There are no such ${noun}.` : `There are no ${noun} yet.`];
}

import { type Style, styleFor } from './style.js';
import { type Column, formatTable } from './table.js';

interface Listed<Row> {
  /** What they are called, several of them. */
  noun: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** What they had to be; a filter that is undefined was not written. */
  filters: Readonly<Record<string, unknown>>;
}

/** Where the result of a command goes: stdout, as lines and tables for people or as JSON for programs. */
export class Output {
  readonly style: Style;

  constructor(
    /** Whether --json was given. */
    readonly isJson: boolean,
    private readonly stream: NodeJS.WriteStream = process.stdout,
  ) {
    // hasColors knows of NO_COLOR and of terminals that have none; only terminals have it.
    this.style = styleFor(stream.isTTY && stream.hasColors());
  }

  /** The result, in the form that was asked for. */
  result(value: unknown, forPeople: () => readonly string[]): void {
    if (this.isJson) this.write(JSON.stringify(value, undefined, 2));
    else forPeople().forEach((line) => this.write(line));
  }

  /** What goes on meanwhile: for people only, and no part of the result. */
  note(line: string): void {
    if (!this.isJson) process.stderr.write(`${line}\n`);
  }

  table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] {
    return formatTable(columns, rows, {
      width: this.stream.isTTY ? this.stream.columns : undefined,
      style: this.style,
    });
  }

  /** One after the other, for a result that has no end yet. */
  lines(lines: readonly string[]): void {
    lines.forEach((line) => this.write(line));
  }

  private write(line: string): void {
    this.stream.write(`${line}\n`);
  }
}

/** A table, or a sentence where it would be empty. */
export function describeList<Row>({ noun, columns, rows, filters }: Listed<Row>, output: Output): string[] {
  if (rows.length > 0) return output.table(columns, rows);
  const isFiltered = Object.values(filters).some((filter) => filter !== undefined);
  return [isFiltered ? `There are no such ${noun}.` : `There are no ${noun} yet.`];
}

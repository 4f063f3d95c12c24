/** The results of all cells, for people to read. */
export class ResultsTable {
  private readonly marks = new Map<string, Map<string, boolean>>();

  constructor(private readonly columns: readonly string[]) {}

  /** A cell with several tests has the result of its worst one. */
  async record(row: string, column: string, test: () => Promise<void>): Promise<void> {
    const marks = this.marks.get(row) ?? new Map<string, boolean>();
    this.marks.set(row, marks);
    const passedBefore = marks.get(column) ?? true;
    marks.set(column, false);
    await test();
    marks.set(column, passedBefore);
  }

  toString(): string {
    const rows = [...this.marks].map(([row, marks]) => [
      row,
      ...this.columns.map((column) => getMark(marks.get(column))),
    ]);
    const lines = [['', ...this.columns], ...rows];
    const widths = ['', ...this.columns].map((_, index) =>
      Math.max(...lines.map((line) => line[index]?.length ?? 0)),
    );
    return lines
      .map((line) =>
        line
          .map((text, index) => text.padEnd(widths[index] ?? 0))
          .join('  ')
          .trimEnd(),
      )
      .join('\n');
  }
}

function getMark(passed: boolean | undefined): string {
  if (passed === undefined) return '-';
  return passed ? 'ok' : 'FAILED';
}

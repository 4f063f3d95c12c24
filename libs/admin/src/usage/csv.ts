type Cell = string | number | null | undefined;

const LINE_END = '\r\n';
/** What spreadsheets take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** One line as RFC 4180 has it. Names that others have chosen must not do anything where it is opened. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(toCell).join(',')}${LINE_END}`;
}

function toCell(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

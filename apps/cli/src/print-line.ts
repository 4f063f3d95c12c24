/** Prints a line to stdout. stderr has only log lines. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

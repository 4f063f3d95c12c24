/** Says something to people: stdout is theirs, stderr holds log lines only. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

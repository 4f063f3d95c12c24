import { type ClientResult } from './stage.js';

/** The results of many requests. */
export interface Tally {
  requests: number;
  attempts: number;
  attemptsPerRequest: number;
  errors: number;
  /** The responses that clients received, with their number. */
  answers: Record<string, number>;
  medianMs: number;
  slowestMs: number;
}

export function buildTally(seen: readonly ClientResult[], attempts = 0): Tally {
  const durations = seen.map(({ durationMs }) => durationMs).toSorted((a, b) => a - b);
  const answers: Record<string, number> = {};
  for (const one of seen) {
    const answer = [one.status, one.code, one.isBroken ? '(broken)' : ''].filter(Boolean).join(' ');
    answers[answer] = (answers[answer] ?? 0) + 1;
  }
  return {
    requests: seen.length,
    attempts,
    attemptsPerRequest: Math.round((attempts / seen.length) * 1000) / 1000,
    errors: seen.filter(({ status, isBroken }) => status !== 200 || isBroken).length,
    answers,
    medianMs: Math.round(durations[Math.floor(durations.length / 2)] ?? 0),
    slowestMs: Math.round(durations.at(-1) ?? 0),
  };
}

/** Rows for people to read, after the output of the test run. */
export function printTable(title: string, rows: readonly Record<string, string | number>[]): void {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first);
  const widths = columns.map((column) =>
    Math.max(column.length, ...rows.map((row) => String(row[column]).length)),
  );
  const line = (cells: readonly string[]): string =>
    cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ');
  const body = rows.map((row) => line(columns.map((column) => String(row[column]))));
  process.stdout.write(`\n${title}\n${[line(columns), ...body].join('\n')}\n`);
}

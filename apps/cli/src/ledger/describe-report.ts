import { type LedgerReport } from '#metering';

/** The lines that people read: a table of what is wrong, and what was checked. */
export function describeReport({ transactions, accounts, faults }: LedgerReport): string[] {
  const checked = `Checked ${counted(transactions, 'transaction')} and ${counted(accounts, 'account')}`;
  if (faults.length === 0) return [`${checked}: all is right.`];
  const rows = faults.map(({ rule, subject, detail }) => [rule, subject, detail] as const);
  return [
    ...table([['RULE', 'SUBJECT', 'DETAIL'], ...rows]),
    '',
    `${checked}: ${counted(faults.length, 'difference')}.`,
  ];
}

function table(rows: readonly (readonly [string, string, string])[]): string[] {
  const widest = (column: 0 | 1): number => Math.max(...rows.map((row) => row[column].length));
  const [ruleWidth, subjectWidth] = [widest(0), widest(1)];
  return rows.map(
    ([rule, subject, detail]) => `${rule.padEnd(ruleWidth)}  ${subject.padEnd(subjectWidth)}  ${detail}`,
  );
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

import { type LedgerReport } from '#metering';
import { counted } from '../frame/counted.js';
import { type Output } from '../frame/output.js';
import { type Column } from '../frame/table.js';

const COLUMNS: Column<LedgerReport['faults'][number]>[] = [
  { title: 'RULE', value: ({ rule }) => rule },
  { title: 'SUBJECT', value: ({ subject }) => subject },
  { title: 'DETAIL', value: ({ detail }) => detail },
];

/** The lines that people read: a table of what is wrong, and what was checked. */
export function describeReport({ transactions, accounts, faults }: LedgerReport, output: Output): string[] {
  const checked = `Checked ${counted(transactions, 'transaction')} and ${counted(accounts, 'account')}`;
  if (faults.length === 0) return [`${checked}: all is right.`];
  return [...output.table(COLUMNS, faults), '', `${checked}: ${counted(faults.length, 'difference')}.`];
}

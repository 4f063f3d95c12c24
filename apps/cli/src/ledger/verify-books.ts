import { verifyLedger, type LedgerReport } from '#metering';
import { exitCodes } from '../exit-codes.js';
import { type Output } from '../frame/output.js';
import { onDatabase } from '../with-database.js';
import { counted } from '../frame/format.js';
import { type Column } from '../frame/table.js';

const COLUMNS: Column<LedgerReport['faults'][number]>[] = [
  { title: 'RULE', value: ({ rule }) => rule },
  { title: 'SUBJECT', value: ({ subject }) => subject },
  { title: 'DETAIL', value: ({ detail }) => detail },
];

/** Recomputes every sum of the ledger, and answers the exit code: a failure where anything is not as it should be. */
export async function verifyBooks(output: Output): Promise<number> {
  const report = await onDatabase(output, 'Finishing the check first …', verifyLedger);
  output.result(report, () => describeReport(report, output));
  return report.faults.length === 0 ? exitCodes.success : exitCodes.failure;
}

/** The lines that people read: a table of what is wrong, and what was checked. */
function describeReport({ transactions, accounts, faults }: LedgerReport, output: Output): string[] {
  const checked = `Checked ${counted(transactions, 'transaction')} and ${counted(accounts, 'account')}`;
  if (faults.length === 0) return [`${checked}: all is right.`];
  return [...output.table(COLUMNS, faults), '', `${checked}: ${counted(faults.length, 'difference')}.`];
}

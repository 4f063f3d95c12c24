import { verifyLedger, type LedgerReport } from '#metering';
import { exitCodes } from '../exit-codes.js';
import { type Output } from '../frame/output.js';
import { onDatabase } from '../with-database.js';
import { formatCount } from '../frame/format.js';
import { type Column } from '../frame/table.js';

const COLUMNS: Column<LedgerReport['faults'][number]>[] = [
  { title: 'RULE', value: ({ rule }) => rule },
  { title: 'SUBJECT', value: ({ subject }) => subject },
  { title: 'DETAIL', value: ({ detail }) => detail },
];

/** Recomputes all sums of the ledger. Resolves to the exit code, which is a failure if there is a difference. */
export async function runLedgerVerify(output: Output): Promise<number> {
  const report = await onDatabase(output, 'Finishing the check before stopping …', verifyLedger);
  output.result(report, () => describeReport(report, output));
  return report.faults.length === 0 ? exitCodes.success : exitCodes.failure;
}

function describeReport({ transactions, accounts, faults }: LedgerReport, output: Output): string[] {
  const checked = `Checked ${formatCount(transactions, 'transaction')} and ${formatCount(accounts, 'account')}`;
  if (faults.length === 0) return [`${checked}: no problems found.`];
  return [...output.table(COLUMNS, faults), '', `${checked}: ${formatCount(faults.length, 'difference')}.`];
}

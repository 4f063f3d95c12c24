import { verifyLedger } from '#metering';
import { exitCodes } from '../exit-codes.js';
import { type Output } from '../frame/output.js';
import { onDatabase } from '../on-database.js';
import { describeReport } from './describe-report.js';

/** Recomputes every sum of the ledger, and answers the exit code: a failure where anything is not as it should be. */
export async function verifyBooks(output: Output): Promise<number> {
  const report = await onDatabase(output, 'Finishing the check first …', verifyLedger);
  output.result(report, () => describeReport(report, output));
  return report.faults.length === 0 ? exitCodes.success : exitCodes.failure;
}

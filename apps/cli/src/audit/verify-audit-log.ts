import { type AuditHead, parseAuditHead, verifyAudit } from '#audit';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { type Output } from '../frame/output.js';
import { onDatabase } from '../on-database.js';
import { describeReport } from './describe-report.js';

/** Recomputes the chain of the audit log, and answers the exit code: a failure where anything is not as it was written. */
export async function verifyAuditLog(head: string | undefined, output: Output): Promise<number> {
  const expectedHead = head === undefined ? undefined : getHead(head);
  const report = await onDatabase(output, 'Finishing the check first …', (database) =>
    verifyAudit(database, expectedHead),
  );
  output.result(report, () => describeReport(report, output));
  return report.faults.length === 0 ? exitCodes.success : exitCodes.failure;
}

function getHead(text: string): AuditHead {
  const head = parseAuditHead(text);
  if (head !== undefined) return head;
  throw new CommandFailure(
    `--head: "${text}" is not the number of an entry, a colon and its hash of 64 hex digits`,
    exitCodes.usage,
  );
}

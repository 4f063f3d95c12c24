import { type AuditHead, type AuditReport, parseAuditHead, verifyAudit, writeAuditHead } from '#audit';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { counted } from '../frame/format.js';
import { type Output } from '../frame/output.js';
import { type Column } from '../frame/table.js';
import { onDatabase } from '../with-database.js';

const COLUMNS: Column<AuditReport['faults'][number]>[] = [
  { title: 'ENTRY', value: ({ seq }) => seq },
  { title: 'FAULT', value: ({ what }) => what },
];

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

/** The lines that people read: a table of what is wrong, what was checked, and what to write down. */
export function describeReport({ entries, faults, head }: AuditReport, output: Output): string[] {
  const checked = `Checked ${counted(entries, 'entry', 'entries')}`;
  if (faults.length > 0) {
    return [...output.table(COLUMNS, faults), '', `${checked}: ${counted(faults.length, 'fault')}.`];
  }
  return [
    `${checked}: all is right.`,
    `To see later that nothing was cut off, keep this elsewhere: --head ${writeAuditHead(head)}`,
  ];
}

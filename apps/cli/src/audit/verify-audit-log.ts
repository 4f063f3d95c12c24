import { type AuditHead, type AuditReport, parseAuditHead, verifyAudit, writeAuditHead } from '#audit';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { formatCount } from '../frame/format.js';
import { type Output } from '../frame/output.js';
import { type Column } from '../frame/table.js';
import { onDatabase } from '../with-database.js';

const COLUMNS: Column<AuditReport['faults'][number]>[] = [
  { title: 'ENTRY', value: ({ seq }) => seq },
  { title: 'FAULT', value: ({ what }) => what },
];

/** Recomputes the chain of the audit log. Returns the exit code, which is a failure if an entry was changed. */
export async function verifyAuditLog(head: string | undefined, output: Output): Promise<number> {
  const expectedHead = head === undefined ? undefined : getHead(head);
  const report = await onDatabase(output, 'Finishing the check before stopping …', (database) =>
    verifyAudit(database, expectedHead),
  );
  output.result(report, () => describeReport(report, output));
  return report.faults.length === 0 ? exitCodes.success : exitCodes.failure;
}

function getHead(text: string): AuditHead {
  const head = parseAuditHead(text);
  if (head !== undefined) return head;
  throw new CommandFailure(
    `--head: "${text}" is not an entry number, a colon and a hash of 64 hex digits`,
    exitCodes.usage,
  );
}

/** The printed lines: a table of the faults, the number of checked entries, and the head to store. */
export function describeReport({ entries, faults, head }: AuditReport, output: Output): string[] {
  const checked = `Checked ${formatCount(entries, 'entry', 'entries')}`;
  if (faults.length > 0) {
    return [...output.table(COLUMNS, faults), '', `${checked}: ${formatCount(faults.length, 'fault')}.`];
  }
  return [
    `${checked}: no problems found.`,
    `Store this value elsewhere to detect a truncated log later: --head ${writeAuditHead(head)}`,
  ];
}

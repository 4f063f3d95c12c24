import { type AuditReport, writeAuditHead } from '#audit';
import { counted } from '../frame/counted.js';
import { type Output } from '../frame/output.js';
import { type Column } from '../frame/table.js';

const COLUMNS: Column<AuditReport['faults'][number]>[] = [
  { title: 'ENTRY', value: ({ seq }) => seq },
  { title: 'FAULT', value: ({ what }) => what },
];

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

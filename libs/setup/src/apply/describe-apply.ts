import { type NewAuditEntry } from '#audit';
import { type EntryChange } from './entry-changes.js';

/** The audit log names as many changes; the rest of a large file is counted. */
const MAX_NAMED = 1_000;

/** What the audit log says of a file that was applied, whoever has done it. */
export function describeApply(
  changes: readonly EntryChange[],
): Pick<NewAuditEntry, 'action' | 'subject' | 'changes'> {
  const named = changes.slice(0, MAX_NAMED).map(({ kind, name, change }) => `${kind} ${name}: ${change}`);
  const left = changes.length - named.length;
  return {
    action: 'config.apply',
    subject: { type: 'config', id: 'file' },
    changes: { entries: { from: null, to: left === 0 ? named : [...named, `and ${left} more`] } },
  };
}

import { type NewAuditEntry } from '#audit';
import { type EntryChange } from './entry-changes.js';

/** How many changes the audit log names; further ones are counted. */
const MAX_NAMED = 1_000;

/** The audit entry of an applied file. The caller adds the actor. */
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

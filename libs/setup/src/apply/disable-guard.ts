import { type EntryChange, type EntryKind } from './entry-changes.js';
import { type EnabledEntry } from './plan-entries.js';

/** One or two entries can be disabled without being confirmed. */
const MIN_REFUSED = 3;

export interface Disabling {
  /** What would be disabled: `token ci`. */
  names: string[];
  /** How many entries a file has declared, of those that are enabled. */
  declared: number;
}

interface Guarded {
  /** What a file has declared until now. */
  declared: readonly EnabledEntry[];
  changes: readonly EntryChange[];
  /** Whether the file declares nothing at all. */
  isEmpty: boolean;
  maxPercent: number;
  now?: Date;
}

/**
 * What an apply would disable, where that is more than may happen by accident: a share of all that a file has declared or
 * of one kind of it, or anything at all by a file that declares nothing. Undefined where it may go on.
 */
export function findRefusedDisabling({
  declared,
  changes,
  isEmpty,
  maxPercent,
  now = new Date(),
}: Guarded): Disabling | undefined {
  const expired = new Set(
    declared
      .filter(({ kind, expiresAt }) => kind === 'token' && expiresAt !== null && expiresAt <= now)
      .map(({ name }) => name),
  );
  // An expired token is disabled by the calendar, not by the file.
  const disabled = changes.filter(
    ({ change, kind, name, values }) =>
      change === 'disabled' && !(kind === 'token' && values['expiresAt'] === undefined && expired.has(name)),
  );
  const exceeds = (isMeant: (kind: EntryKind) => boolean): boolean => {
    const gone = disabled.filter(({ kind }) => isMeant(kind)).length;
    const all = declared.filter(({ kind }) => isMeant(kind)).length;
    return gone >= MIN_REFUSED && gone * 100 > all * maxPercent;
  };
  const kinds = new Set(disabled.map(({ kind }) => kind));
  const isRefused =
    (isEmpty && disabled.length > 0) ||
    exceeds(() => true) ||
    [...kinds].some((kind) => exceeds((other) => other === kind));
  if (!isRefused) return undefined;
  return { names: disabled.map(({ kind, name }) => `${kind} ${name}`), declared: declared.length };
}

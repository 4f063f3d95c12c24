import { type EntryChange, type EntryKind, type StoredEntry } from './inventory.js';

/** One or two entries go without being asked about. */
const MIN_REFUSED = 3;

export interface Disabling {
  /** What would be disabled: `token ci`. */
  names: string[];
  /** How many entries a file has declared, of those that are enabled. */
  declared: number;
}

interface Guarded {
  before: readonly StoredEntry[];
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
  before,
  changes,
  isEmpty,
  maxPercent,
  now = new Date(),
}: Guarded): Disabling | undefined {
  const declared = before.filter(({ origin, isEnabled }) => origin === 'file' && isEnabled);
  const disabled = changes.filter(
    (change) => change.change === 'disabled' && !hasExpired(change, before, now),
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

/** A token whose time is over is disabled by the calendar, not by the file. */
function hasExpired({ kind, name, values }: EntryChange, before: readonly StoredEntry[], now: Date): boolean {
  if (kind !== 'token' || values['expiresAt'] !== undefined) return false;
  const expiresAt = before.find((entry) => entry.kind === kind && entry.name === name)?.fields['expiresAt'];
  return expiresAt instanceof Date && expiresAt <= now;
}

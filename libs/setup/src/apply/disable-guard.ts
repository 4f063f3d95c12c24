import { type EntryChange, type EntryKind } from './entry-changes.js';
import { type EnabledEntry } from './plan-entries.js';

/** One or two entries can always be disabled without confirmation. */
const MIN_REFUSED = 3;

export interface RefusedDisabling {
  /** The entries that would be disabled, such as `token ci`. */
  names: string[];
  /** The number of enabled entries that the previous files have declared. */
  declared: number;
}

interface DisableGuardOptions {
  /** The enabled entries that the previous files have declared. */
  declared: readonly EnabledEntry[];
  changes: readonly EntryChange[];
  /** Whether the file declares no entries. */
  isEmpty: boolean;
  maxPercent: number;
  now?: Date;
}

/**
 * The entries that applying a file would disable, if that requires confirmation: more than a share of all declared entries
 * or of those of one kind, or any entry if the file declares none. Otherwise undefined.
 */
export function findRefusedDisabling({
  declared,
  changes,
  isEmpty,
  maxPercent,
  now = new Date(),
}: DisableGuardOptions): RefusedDisabling | undefined {
  const expired = new Set(
    declared
      .filter(({ kind, expiresAt }) => kind === 'token' && expiresAt !== null && expiresAt <= now)
      .map(({ name }) => name),
  );
  // An expired token is disabled because it expired, not because the file changed.
  const disabled = changes.filter(
    ({ change, kind, name, values }) =>
      change === 'disabled' && !(kind === 'token' && values['expiresAt'] === undefined && expired.has(name)),
  );
  const exceeds = (matches: (kind: EntryKind) => boolean): boolean => {
    const disabledCount = disabled.filter(({ kind }) => matches(kind)).length;
    const declaredCount = declared.filter(({ kind }) => matches(kind)).length;
    return disabledCount >= MIN_REFUSED && disabledCount * 100 > declaredCount * maxPercent;
  };
  const kinds = new Set(disabled.map(({ kind }) => kind));
  const isRefused =
    (isEmpty && disabled.length > 0) ||
    exceeds(() => true) ||
    [...kinds].some((kind) => exceeds((other) => other === kind));
  if (!isRefused) return undefined;
  return { names: disabled.map(({ kind, name }) => `${kind} ${name}`), declared: declared.length };
}

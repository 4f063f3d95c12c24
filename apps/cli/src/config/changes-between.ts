import { isDeepStrictEqual } from 'node:util';
import { type EntryKind, type StoredEntry } from './inventory.js';

export interface EntryChange {
  kind: EntryKind;
  name: string;
  /** `adopted`: it is as it was, but the file declares it now. */
  change: 'created' | 'changed' | 'adopted' | 'enabled' | 'disabled';
  /** The names of what is different. */
  fields: string[];
}

export function changesBetween(before: readonly StoredEntry[], after: readonly StoredEntry[]): EntryChange[] {
  const known = new Map(before.map((entry) => [`${entry.kind}/${entry.id}`, entry]));
  return after.flatMap((entry) => {
    const former = known.get(`${entry.kind}/${entry.id}`);
    const { kind, name } = entry;
    if (former === undefined) return [{ kind, name, change: 'created', fields: [] }];
    const fields = differingFields(former, entry);
    const change = getChange(former, entry, fields.length > 0);
    return change === undefined ? [] : [{ kind, name, change, fields }];
  });
}

function getChange(
  former: StoredEntry,
  entry: StoredEntry,
  differs: boolean,
): EntryChange['change'] | undefined {
  if (former.isEnabled !== entry.isEnabled) return entry.isEnabled ? 'enabled' : 'disabled';
  if (differs) return 'changed';
  return former.origin === entry.origin ? undefined : 'adopted';
}

function differingFields(former: StoredEntry, entry: StoredEntry): string[] {
  const names = new Set([...Object.keys(former.fields), ...Object.keys(entry.fields)]);
  return [...names].filter(
    (name) => !isDeepStrictEqual(plain(former.fields[name]), plain(entry.fields[name])),
  );
}

/** What is undefined and what is not there are the same. */
function plain(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}

import { type JsonObject, type JsonValue } from '#canonical';
import {
  type ByteEdit,
  editEntries,
  type JsonDocument,
  type JsonEntry,
  type JsonSpan,
  KEEP,
  ROOT,
  type ValueEdit,
} from '#json-scan';

/** The change of a member. */
type MemberChange =
  | { kind: 'remove' }
  | { kind: 'rename'; name: string }
  | { kind: 'set'; value: JsonValue }
  | { kind: 'within'; changes: MemberChanges };

/** The changes of the members of one object, by name. */
export class MemberChanges {
  private readonly changes = new Map<string, MemberChange>();

  get isEmpty(): boolean {
    return this.changes.size === 0;
  }

  get(key: string): MemberChange | undefined {
    return this.changes.get(key);
  }

  rename(key: string, name: string): void {
    this.changes.set(key, { kind: 'rename', name });
  }

  /** Sets a member. A removed member stays removed, and a renamed one is set under its new name. */
  replace(path: readonly string[], value: JsonValue): void {
    const [key = '', ...rest] = path;
    const existing = rest.length === 0 ? this.changes.get(key) : undefined;
    if (existing?.kind === 'remove') return;
    if (existing?.kind !== 'rename') return this.set(path, value);
    this.changes.set(key, { kind: 'remove' });
    this.changes.set(existing.name, { kind: 'set', value });
  }

  /** Sets a member, or removes it if the value is undefined. */
  set([key = '', ...rest]: readonly string[], value: JsonValue | undefined): void {
    if (rest.length > 0) this.getNested(key).set(rest, value);
    else this.changes.set(key, value === undefined ? { kind: 'remove' } : { kind: 'set', value });
  }

  /** The members to add because the object lacks them. */
  getAdded(present: ReadonlySet<string | undefined>): JsonObject {
    const added: JsonObject = {};
    for (const [key, change] of this.changes) {
      if (present.has(key)) continue;
      if (change.kind === 'set') added[key] = change.value;
      const inner = change.kind === 'within' ? change.changes.getAdded(new Set()) : {};
      if (Object.keys(inner).length > 0) added[key] = inner;
    }
    return added;
  }

  private getNested(key: string): MemberChanges {
    const existing = this.changes.get(key);
    if (existing?.kind === 'within') return existing.changes;
    const changes = new MemberChanges();
    this.changes.set(key, { kind: 'within', changes });
    return changes;
  }
}

/** The edits for the members of the outermost object. All other bytes are unchanged. */
export function editDocument(document: JsonDocument, changes: MemberChanges): readonly ByteEdit[] {
  if (changes.isEmpty) return [];
  const { outline } = document;
  const whole = { start: outline.start(ROOT), end: outline.end(ROOT), entry: ROOT };
  const edits = editObject(document, whole, changes);
  return edits === 'remove' ? [{ ...whole, replacement: '{}' }] : edits;
}

export function editObject(document: JsonDocument, object: JsonSpan, changes: MemberChanges): ValueEdit {
  const present = new Set(document.entries(object).map(({ key }) => key));
  const edits = editEntries(document, object, (entry) => editMember(document, entry, changes));
  const added = Object.entries(changes.getAdded(present));
  if (added.length === 0) return edits;
  const text = added.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',');
  if (edits === 'remove') return [{ ...object, replacement: `{${text}}` }];
  const end = object.end - 1;
  return [...edits, { start: end, end, replacement: present.size === 0 ? text : `,${text}` }];
}

function editMember(
  document: JsonDocument,
  { key = '', from, ...value }: JsonEntry,
  changes: MemberChanges,
): ValueEdit {
  const change = changes.get(key);
  switch (change?.kind) {
    case undefined:
      return KEEP;
    case 'remove':
      return 'remove';
    case 'rename':
      return [{ start: from, end: value.start, replacement: `${JSON.stringify(change.name)}:` }];
    case 'set':
      return [{ ...value, replacement: JSON.stringify(change.value) }];
    case 'within':
      return document.kind(value) === 'object' ? editObject(document, value, change.changes) : KEEP;
  }
}

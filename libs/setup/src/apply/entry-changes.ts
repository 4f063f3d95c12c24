import { setImmediate } from 'node:timers/promises';
import { openWebhookSecret, type PlannedToken, writeStoredBudget } from '#access';
import { type AuditChanges, describeChanges } from '#audit';
import { type StoredBudget } from '#declarations';
import { type SecretBox } from '#secrets';
import { type PlannedEntry } from './plan-entries.js';

export type EntryKind = PlannedEntry['kind'];

export interface EntryChange {
  kind: EntryKind;
  name: string;
  /** `adopted`: the entry is unchanged, but is now declared by the file. */
  change: 'created' | 'changed' | 'adopted' | 'enabled' | 'disabled';
  /** The names of the changed fields. */
  fields: string[];
  /** The old and new values. For secrets, only that they changed. */
  values: AuditChanges;
}

/** Fields whose values are never shown. */
const SECRET_FIELDS = ['apiKeys', 'headers', 'auth', 'key', 'webhookSecret', 'oldKeyHash'];

/** How many entries are described before other work can run: a few milliseconds. */
const SLICE_ENTRIES = 100;

/** The changes of a plan, sorted by kind and name, for display. */
export async function describePlan(
  entries: readonly PlannedEntry[],
  secretBox: SecretBox,
): Promise<EntryChange[]> {
  const changes: EntryChange[] = [];
  for (const [index, entry] of entries.entries()) {
    const change = describeEntry(entry, secretBox);
    if (change !== undefined) changes.push(change);
    if (index % SLICE_ENTRIES === SLICE_ENTRIES - 1) await setImmediate();
  }
  return changes.toSorted((one, other) => (toSortKey(one) < toSortKey(other) ? -1 : 1));
}

function toSortKey({ kind, name }: EntryChange): string {
  return `${kind} ${name}`;
}

function describeEntry(entry: PlannedEntry, secretBox: SecretBox): EntryChange | undefined {
  const { kind, before, after } = entry;
  const name = 'name' in after ? after.name : after.id;
  if (before === undefined) return { kind, name, change: 'created', fields: [], values: {} };
  const [oldFields, newFields] = [before, after].map((state) => toFields(kind, state, secretBox));
  const values = describeChanges(oldFields, newFields, { secret: SECRET_FIELDS });
  const fields = Object.keys(values);
  const change = getChange(before, after, fields.length > 0);
  return change === undefined ? undefined : { kind, name, change, fields, values };
}

type State = NonNullable<PlannedEntry['before']> | PlannedEntry['after'];

function toFields(kind: EntryKind, state: State, secretBox: SecretBox): Record<string, unknown> {
  const { id, enabled: _enabled, origin: _origin, ...rest } = state;
  const {
    createdAt: _createdAt,
    updatedAt: _updatedAt,
    declaredBy: _declaredBy,
    ...fields
  } = rest as Record<string, unknown>;
  if (fields['budget'] !== undefined) fields['budget'] = writeStoredBudget(fields['budget'] as StoredBudget);
  if (kind !== 'token') return fields;
  const { keyHash, webhookSecret, ...others } = fields as Partial<PlannedToken['after']>;
  return {
    ...others,
    key: keyHash?.toString('hex'),
    // Compared in plain text, because sealing the same secret again gives other bytes.
    webhookSecret: webhookSecret && openWebhookSecret(secretBox, id, webhookSecret),
  };
}

function getChange(before: State, after: State, differs: boolean): EntryChange['change'] | undefined {
  if (before.enabled !== after.enabled) return after.enabled ? 'enabled' : 'disabled';
  if (differs) return 'changed';
  return before.origin === after.origin ? undefined : 'adopted';
}

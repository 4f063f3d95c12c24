import { setImmediate } from 'node:timers/promises';
import { openWebhookSecret, type PlannedToken } from '#access';
import { type AuditChanges, describeChanges } from '#audit';
import { type SecretBox } from '#secrets';
import { type PlannedEntry } from './plan-entries.js';

export type EntryKind = PlannedEntry['kind'];

export interface EntryChange {
  kind: EntryKind;
  name: string;
  /** `adopted`: it is as it was, but the file declares it now. */
  change: 'created' | 'changed' | 'adopted' | 'enabled' | 'disabled';
  /** The names of what is different. */
  fields: string[];
  /** From what to what; of a secret only that it is another one. */
  values: AuditChanges;
}

/** Fields whose values are never shown. */
const SECRET = ['apiKeys', 'headers', 'auth', 'key', 'webhookSecret', 'oldKeyHash'];

/** Entries that are described before other work may run: a few milliseconds. */
const SLICE = 100;

/** What a plan changes, for people, by kind and name. */
export async function describePlan(
  entries: readonly PlannedEntry[],
  secretBox: SecretBox,
): Promise<EntryChange[]> {
  const changes: EntryChange[] = [];
  for (const [index, entry] of entries.entries()) {
    const change = describeEntry(entry, secretBox);
    if (change !== undefined) changes.push(change);
    if (index % SLICE === SLICE - 1) await setImmediate();
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
  const [former, present] = [before, after].map((state) => toFields(kind, state, secretBox));
  const values = describeChanges(former, present, { secret: SECRET });
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
  if (kind !== 'token') return fields;
  const { keyHash, webhookSecret, ...others } = fields as Partial<PlannedToken['after']>;
  return {
    ...others,
    key: keyHash?.toString('hex'),
    // Sealed anew it looks different, and is not.
    webhookSecret: webhookSecret && openWebhookSecret(secretBox, id, webhookSecret),
  };
}

function getChange(before: State, after: State, differs: boolean): EntryChange['change'] | undefined {
  if (before.enabled !== after.enabled) return after.enabled ? 'enabled' : 'disabled';
  if (differs) return 'changed';
  return before.origin === after.origin ? undefined : 'adopted';
}

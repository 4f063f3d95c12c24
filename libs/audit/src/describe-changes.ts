import { type AuditChange, type AuditChanges } from './audit-changes.js';
import { canonicalJson } from './canonical-json.js';
import { storableJson } from './storable-json.js';

export interface DescribeChangesOptions<Field extends string> {
  /** Fields whose values are nobody's business. */
  secret?: readonly Field[];
}

/**
 * The fields in which two states of a thing differ. Both are given in full; undefined is the state of a thing that does
 * not exist yet, or no more. A field without a value and one that is null are the same.
 */
export function describeChanges<State extends object>(
  before: State | undefined,
  after: State | undefined,
  { secret = [] }: DescribeChangesOptions<keyof State & string> = {},
): AuditChanges {
  const secrets: readonly string[] = secret;
  const [former, present] = [toFields(before), toFields(after)];
  const changes: [string, AuditChange][] = [];
  for (const field of new Set([...former.keys(), ...present.keys()])) {
    const [from, to] = [storableJson(former.get(field)), storableJson(present.get(field))];
    if (canonicalJson(from) === canonicalJson(to)) continue;
    changes.push([field, secrets.includes(field) ? 'changed' : { from, to }]);
  }
  return Object.fromEntries(changes);
}

function toFields(state: object | undefined): Map<string, unknown> {
  return new Map(Object.entries(state ?? {}));
}

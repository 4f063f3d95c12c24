import { type AuditChange, type AuditChanges } from './audit-changes.js';
import { canonicalJson } from './canonical-json.js';
import { toStorableJson } from './storable-json.js';

export interface DescribeChangesOptions<Field extends string> {
  /** Fields whose values must not be in the log. */
  secret?: readonly Field[];
}

/**
 * The fields in which two complete states of an object differ. `before` is undefined for a new object, `after` for a
 * deleted one. A missing field equals a field that is null.
 */
export function describeChanges<State extends object>(
  before: State | undefined,
  after: State | undefined,
  { secret = [] }: DescribeChangesOptions<keyof State & string> = {},
): AuditChanges {
  const secrets: readonly string[] = secret;
  const [oldFields, newFields] = [toFields(before), toFields(after)];
  const changes: [string, AuditChange][] = [];
  for (const field of new Set([...oldFields.keys(), ...newFields.keys()])) {
    const [from, to] = [toStorableJson(oldFields.get(field)), toStorableJson(newFields.get(field))];
    if (canonicalJson(from) === canonicalJson(to)) continue;
    changes.push([field, secrets.includes(field) ? 'changed' : { from, to }]);
  }
  return Object.fromEntries(changes);
}

function toFields(state: object | undefined): Map<string, unknown> {
  return new Map(Object.entries(state ?? {}));
}

import { type Schema } from './schema.js';

/** Two items show that it is a list, unless the schema says otherwise; none where the tree has grown too deep. */
export function arrayInstance(
  schema: Schema,
  isTooDeep: boolean,
  make: (item: unknown, index: number) => unknown,
): unknown[] {
  const { prefixItems = [], items, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  const usual = isTooDeep ? 0 : 2;
  const allowed = items === false ? prefixItems.length : maxItems;
  const length = Math.min(Math.max(minItems, prefixItems.length, usual), allowed);
  return Array.from({ length }, (_, index) => make(prefixItems[index] ?? items, index));
}

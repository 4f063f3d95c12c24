import type { Account } from '../account.js';
import { asFields, asList, asText, isAbsent, type Fields } from '../fields.js';
import { Refused } from '../refused.js';

/** All items that the model reads: those of the previous stored response, then the input. */
export function getHistory(fields: Fields, account: Account): Fields[] {
  const { previous_response_id: previous, input } = fields;
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : asList(input);
  return [...storedItems(previous, account), ...items].map((item) => resolved(asFields(item), account));
}

/** The number of items that are not in the request itself. */
export function storedCount({ previous_response_id: previous }: Fields, account: Account): number {
  return storedItems(previous, account).length;
}

function storedItems(previous: unknown, { storedResponses }: Account): readonly unknown[] {
  if (isAbsent(previous)) return [];
  const items = storedResponses.get(asText(previous));
  if (items) return items;
  throw new Refused(`Previous response with id '${asText(previous)}' not found.`, {
    path: ['previous_response_id'],
    code: 'previous_response_not_found',
  });
}

export function findStoredItem(id: unknown, { storedResponses }: Account): Fields | undefined {
  const items = [...storedResponses.values()].flat().map(asFields);
  return items.find((item) => item.id !== undefined && item.id === id);
}

function resolved(item: Fields, account: Account): Fields {
  if (item.type !== 'item_reference') return item;
  return findStoredItem(item.id, account) ?? item;
}

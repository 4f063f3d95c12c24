import { type JsonObject, type JsonValue } from '#canonical';

/**
 * The limit of a group in characters, unless its only item is longer. Reading an item reads its whole group, and a hundred
 * items should need only one or two queries.
 */
const MAX_GROUP_LENGTH = 8_000;
/** The characters of a value besides its text: quotes, a comma, a member name. */
const VALUE_LENGTH = 12;

/** Consecutive items of a response. */
export interface GroupedItems {
  /** The index of the first item in the list of input items followed by output items. */
  position: number;
  isInput: boolean;
  items: JsonObject[];
}

export function* groupItems(
  input: readonly JsonObject[],
  output: readonly JsonObject[],
): Generator<GroupedItems, void> {
  yield* groupList(input, { first: 0, isInput: true });
  yield* groupList(output, { first: input.length, isInput: false });
}

function* groupList(
  list: readonly JsonObject[],
  { first, isInput }: { first: number; isInput: boolean },
): Generator<GroupedItems, void> {
  let items: JsonObject[] = [];
  let length = 0;
  for (const [index, item] of list.entries()) {
    const itemLength = estimateLength(item, MAX_GROUP_LENGTH);
    if (items.length > 0 && length + itemLength > MAX_GROUP_LENGTH) {
      yield { position: first + index - items.length, isInput, items };
      items = [];
      length = 0;
    }
    items.push(item);
    length += itemLength;
  }
  if (items.length > 0) yield { position: first + list.length - items.length, isInput, items };
}

/** Estimates the JSON length of a value. Stops at `max`. */
function estimateLength(value: JsonValue, max: number): number {
  if (typeof value === 'string') return VALUE_LENGTH + value.length;
  if (typeof value !== 'object' || value === null) return VALUE_LENGTH;
  let length = VALUE_LENGTH;
  for (const member of Object.values(value)) {
    if (length > max) return length;
    length += estimateLength(member ?? null, max - length);
  }
  return length;
}

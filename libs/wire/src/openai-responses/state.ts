import { GatewayError, type JsonObject, type JsonValue } from '#canonical';
import { nextTurn } from '../json-scan/next-turn.js';
import { type SseBlock, encodeSseEvent } from '#sse';
import { isJsonObject } from '../validation/json-values.js';
import { objectsIn } from './json-object.js';
import { type ItemPrefix, inputItemId } from './minted-ids.js';
import { readEvent } from './read-event.js';
import { type ResponseContext, createResponseObject, failResponse } from './response-object.js';

export { parseItemResponseId, toResponseId } from './minted-ids.js';

/** One request and its answer, as they are kept. */
export interface StoredTurn {
  input: readonly JsonObject[];
  output: readonly JsonObject[];
}

const ITEMS_AT_ONCE = 500;

const PREFIXES: Readonly<Record<string, ItemPrefix>> = {
  message: 'msg',
  reasoning: 'rs',
  function_call: 'fc',
  function_call_output: 'fco',
  custom_tool_call: 'ctc',
};

/** The input of a request as items in full, each with an id: what `input_items` lists. */
export async function buildItems(input: JsonValue | undefined, requestId: string): Promise<JsonObject[]> {
  const given = inputAsItems(input);
  const items: JsonObject[] = [];
  for (const [index, item] of given.entries()) {
    items.push(buildItem(item, index, requestId));
    // Others are served in the middle of a long one.
    if (items.length % ITEMS_AT_ONCE === 0) await nextTurn();
  }
  return items;
}

function buildItem(item: JsonObject, index: number, requestId: string): JsonObject {
  const type = typeof item['type'] === 'string' ? item['type'] : 'message';
  const prefix = (Object.hasOwn(PREFIXES, type) && PREFIXES[type]) || 'item';
  const id = typeof item['id'] === 'string' ? item['id'] : inputItemId(prefix, requestId, index);
  return { ...item, ...(type === 'message' ? messageInFull(item) : {}), id, type };
}

/**
 * The input that continues earlier turns, oldest first. Instructions are no items and are not carried on. Ids
 * are left out: an upstream would look them up and not find them. So is reasoning of which there is nothing else.
 */
export async function chainInput(
  previous: readonly StoredTurn[],
  input: JsonValue | undefined,
): Promise<JsonObject[]> {
  const compacted = previous.findLastIndex(({ output }) => output.some(isCompaction));
  const items: JsonObject[] = [];
  let seen = 0;
  for (const [index, turn] of previous.entries()) {
    for (const [item, isInput] of itemsOf(turn)) {
      // The event loop runs in the middle of a long conversation.
      if ((seen += 1) % ITEMS_AT_ONCE === 0) await nextTurn();
      const isKept = isInput ? index > compacted || isSaidByUser(item) : index >= compacted;
      if (isKept && isRepeatable(item)) items.push(withoutId(item));
    }
  }
  for (const item of inputAsItems(input)) items.push(item);
  return items;
}

function* itemsOf({ input, output }: StoredTurn): Generator<[item: JsonObject, isInput: boolean], void> {
  for (const item of input) yield [item, true];
  for (const item of output) yield [item, false];
}

/** Reasoning that was neither sealed nor shown is where it was made, under its id, and no upstream takes it without. */
function isRepeatable({ type, content, encrypted_content: sealed }: JsonObject): boolean {
  return type !== 'reasoning' || Boolean(sealed) || objectsIn(content).length > 0;
}

/**
 * Says which response an answer goes on with: no upstream is told, since the earlier turns are in the input. Events that
 * say nothing of the response stay as they are.
 */
export function withPreviousId({ event, raw }: SseBlock, id: string): string | Uint8Array {
  const read = event === undefined ? undefined : readEvent(event);
  const response = read?.['response'];
  if (read === undefined || !isJsonObject(response) || response['previous_response_id'] === id) return raw;
  const named = { ...read, response: { ...response, previous_response_id: id } };
  return encodeSseEvent({ event: event?.event, data: JSON.stringify(named) });
}

/** A summary that stands in the place of what came before it; only the user's own words are kept beside it. */
export function isCompaction({ type }: JsonObject): boolean {
  return type === 'compaction' || type === 'compaction_summary';
}

function isSaidByUser({ type = 'message', role }: JsonObject): boolean {
  return type === 'message' && role === 'user';
}

export function responseOutputItems(response: JsonObject): JsonObject[] {
  return objectsIn(response['output']);
}

/** The items that an input refers to instead of repeating them, and where it does. */
export function* findReferences(
  input: JsonValue | undefined,
): Generator<{ id: string; index: number }, void> {
  if (!Array.isArray(input)) return;
  for (const [index, item] of input.entries()) {
    const id = isJsonObject(item) ? referencedId(item) : undefined;
    if (id !== undefined) yield { id, index };
  }
}

/** The input with each reference replaced by its item. One that is not known stays, and is refused later on. */
export function resolveReferences(
  input: JsonValue | undefined,
  itemsById: ReadonlyMap<string, JsonObject>,
): JsonValue | undefined {
  if (!Array.isArray(input)) return input;
  return input.flatMap((item) => {
    const id = isJsonObject(item) ? referencedId(item) : undefined;
    const known = id === undefined ? undefined : itemsById.get(id);
    if (known === undefined) return [item];
    return isRepeatable(known) ? [withoutId(known)] : [];
  });
}

/** A stream in which nothing was said before it failed. */
export function encodeFailedStream(
  { body, requestId }: Pick<ResponseContext, 'body' | 'requestId'>,
  error: GatewayError,
): string {
  const model = typeof body['model'] === 'string' ? body['model'] : '';
  const head = { createdAtSeconds: Math.floor(Date.now() / 1000) };
  const response = createResponseObject({ request: { model }, body, requestId }, head);
  const events = [
    { type: 'response.created', sequence_number: 0, response },
    { type: 'response.failed', sequence_number: 1, response: failResponse(response, error) },
  ];
  return events.map((event) => encodeSseEvent({ event: event.type, data: JSON.stringify(event) })).join('');
}

export function encodeDeleted(id: string): JsonObject {
  return { id, object: 'response', deleted: true };
}

export interface ItemPageQuery {
  limit: number;
  order: 'asc' | 'desc';
  after?: string;
}

/** Reads the query of a request for items; its values are strings, or arrays of them. */
export function readItemPageQuery(query: Readonly<Record<string, unknown>>): ItemPageQuery {
  const { limit = '20', order = 'desc', after } = query;
  if (typeof limit !== 'string' || !/^\d{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > 100) {
    throw new GatewayError('invalid-value', '"limit" must be between 1 and 100.', { param: 'limit' });
  }
  if (order !== 'asc' && order !== 'desc') {
    throw new GatewayError('invalid-value', '"order" must be one of asc, desc.', { param: 'order' });
  }
  if (after !== undefined && typeof after !== 'string') {
    throw new GatewayError('invalid-type', '"after" must be a string.', { param: 'after' });
  }
  return { limit: Number(limit), order, ...(after === undefined ? {} : { after }) };
}

export function pageItems(items: readonly JsonObject[], { limit, order, after }: ItemPageQuery): JsonObject {
  const ordered = order === 'asc' ? [...items] : items.toReversed();
  const place = after === undefined ? -1 : ordered.findIndex((item) => item['id'] === after);
  if (after !== undefined && place === -1) {
    throw new GatewayError('invalid-value', '"after" is not the id of an item of this list.', {
      param: 'after',
    });
  }
  const data = ordered.slice(place + 1, place + 1 + limit);
  return {
    object: 'list',
    data,
    first_id: data[0]?.['id'] ?? null,
    last_id: data.at(-1)?.['id'] ?? null,
    has_more: place + 1 + limit < ordered.length,
  };
}

export function inputAsItems(input: JsonValue | undefined): JsonObject[] {
  if (typeof input === 'string') return [{ type: 'message', role: 'user', content: input }];
  return objectsIn(input);
}

function messageInFull({ role, content, status }: JsonObject): JsonObject {
  const inFull = typeof content === 'string' ? [textPart(content, role === 'assistant')] : (content ?? []);
  return { status: status ?? 'completed', content: inFull };
}

function textPart(text: string, isOutput: boolean): JsonObject {
  return isOutput
    ? { type: 'output_text', text, annotations: [], logprobs: [] }
    : { type: 'input_text', text };
}

function referencedId({ type, id, role }: JsonObject): string | undefined {
  const isReference = type === 'item_reference' || (type == null && role === undefined);
  return isReference && typeof id === 'string' ? id : undefined;
}

function withoutId({ id: _id, ...item }: JsonObject): JsonObject {
  return item;
}

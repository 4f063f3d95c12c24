import { GatewayError, isJsonObject, type JsonObject, type JsonValue } from '#canonical';
import { yieldToEventLoop } from '#json-scan';
import { type SseBlock, encodeSseEvent } from '#sse';
import { getObjects } from './json-object.js';
import { type ItemPrefix, buildInputItemId } from './item-ids.js';
import { readEvent } from './read-event.js';
import { type ResponseContext, createResponseObject, failResponse } from './response-object.js';

export { parseItemResponseId, toResponseId } from './item-ids.js';

/** One request and its response, as they are stored. */
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

/** The complete items of an input, each with an id, as `input_items` lists them. */
export async function buildItems(input: JsonValue | undefined, requestId: string): Promise<JsonObject[]> {
  const inputItems = inputAsItems(input);
  const items: JsonObject[] = [];
  for (const [index, item] of inputItems.entries()) {
    items.push(buildItem(item, index, requestId));
    // Lets the event loop run during a long conversation.
    if (items.length % ITEMS_AT_ONCE === 0) await yieldToEventLoop();
  }
  return items;
}

function buildItem(item: JsonObject, index: number, requestId: string): JsonObject {
  const type = typeof item['type'] === 'string' ? item['type'] : 'message';
  const prefix = (Object.hasOwn(PREFIXES, type) && PREFIXES[type]) || 'item';
  const id = typeof item['id'] === 'string' ? item['id'] : buildInputItemId(prefix, requestId, index);
  return { ...item, ...(type === 'message' ? completeMessage(item) : {}), id, type };
}

/**
 * Builds the input that continues earlier responses, oldest first. Instructions are not items and are not continued.
 * Ids are removed, because an upstream would look them up and not find them. Reasoning items without any content are
 * removed too.
 */
export async function chainInput(
  previous: readonly StoredTurn[],
  input: JsonValue | undefined,
): Promise<JsonObject[]> {
  const compacted = previous.findLastIndex(({ output }) => output.some(isCompaction));
  const items: JsonObject[] = [];
  let count = 0;
  for (const [index, turn] of previous.entries()) {
    for (const [item, isInput] of listItems(turn)) {
      // Lets the event loop run during a long conversation.
      if ((count += 1) % ITEMS_AT_ONCE === 0) await yieldToEventLoop();
      const isIncluded = isInput ? index > compacted || isUserMessage(item) : index >= compacted;
      if (isIncluded && isRepeatable(item)) items.push(withoutId(item));
    }
  }
  for (const item of inputAsItems(input)) items.push(item);
  return items;
}

function* listItems({ input, output }: StoredTurn): Generator<[item: JsonObject, isInput: boolean], void> {
  for (const item of input) yield [item, true];
  for (const item of output) yield [item, false];
}

/**
 * Reasoning without encrypted or visible content exists only at the service, under its id, and upstreams refuse it
 * without the id.
 */
function isRepeatable({ type, content, encrypted_content: sealed }: JsonObject): boolean {
  return type !== 'reasoning' || Boolean(sealed) || getObjects(content).length > 0;
}

/**
 * Sets the id of the previous response, because the upstream does not receive it: the earlier items are in the input.
 * Events without a response are unchanged.
 */
export function withPreviousId({ event, raw }: SseBlock, id: string): string | Uint8Array {
  const read = event === undefined ? undefined : readEvent(event);
  const response = read?.['response'];
  if (read === undefined || !isJsonObject(response) || response['previous_response_id'] === id) return raw;
  const renamed = { ...read, response: { ...response, previous_response_id: id } };
  return encodeSseEvent({ event: event?.event, data: JSON.stringify(renamed) });
}

/** A summary that replaces the items before it, except for the user's messages. */
export function isCompaction({ type }: JsonObject): boolean {
  return type === 'compaction' || type === 'compaction_summary';
}

function isUserMessage({ type = 'message', role }: JsonObject): boolean {
  return type === 'message' && role === 'user';
}

export function responseOutputItems(response: JsonObject): JsonObject[] {
  return getObjects(response['output']);
}

/** The items that an input refers to by id, and their indexes. */
export function* findReferences(
  input: JsonValue | undefined,
): Generator<{ id: string; index: number }, void> {
  if (!Array.isArray(input)) return;
  for (const [index, item] of input.entries()) {
    const id = isJsonObject(item) ? getReferencedId(item) : undefined;
    if (id !== undefined) yield { id, index };
  }
}

/** Replaces references by their items. An unknown reference remains, and is refused later. */
export function resolveReferences(
  input: JsonValue | undefined,
  itemsById: ReadonlyMap<string, JsonObject>,
): JsonValue | undefined {
  if (!Array.isArray(input)) return input;
  return input.flatMap((item) => {
    const id = isJsonObject(item) ? getReferencedId(item) : undefined;
    const referenced = id === undefined ? undefined : itemsById.get(id);
    if (referenced === undefined) return [item];
    return isRepeatable(referenced) ? [withoutId(referenced)] : [];
  });
}

/** A stream that failed before its first event. */
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

/** Parses the query of a list of items. Its values are strings or arrays of strings. */
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
  const position = after === undefined ? -1 : ordered.findIndex((item) => item['id'] === after);
  if (after !== undefined && position === -1) throw itemNotFound();
  return encodeItemPage(
    ordered.slice(position + 1, position + 1 + limit),
    position + 1 + limit < ordered.length,
  );
}

export function itemNotFound(): GatewayError {
  return new GatewayError('invalid-value', '"after" is not the id of an item in this list.', {
    param: 'after',
  });
}

export function encodeItemPage(data: readonly JsonObject[], hasMore: boolean): JsonObject {
  return {
    object: 'list',
    data: [...data],
    first_id: data[0]?.['id'] ?? null,
    last_id: data.at(-1)?.['id'] ?? null,
    has_more: hasMore,
  };
}

export function inputAsItems(input: JsonValue | undefined): JsonObject[] {
  if (typeof input === 'string') return [{ type: 'message', role: 'user', content: input }];
  return getObjects(input);
}

function completeMessage({ role, content, status }: JsonObject): JsonObject {
  const parts =
    typeof content === 'string' ? [buildTextPart(content, role === 'assistant')] : (content ?? []);
  return { status: status ?? 'completed', content: parts };
}

function buildTextPart(text: string, isOutput: boolean): JsonObject {
  return isOutput
    ? { type: 'output_text', text, annotations: [], logprobs: [] }
    : { type: 'input_text', text };
}

function getReferencedId({ type, id, role }: JsonObject): string | undefined {
  const isReference = type === 'item_reference' || (type == null && role === undefined);
  return isReference && typeof id === 'string' ? id : undefined;
}

function withoutId({ id: _id, ...item }: JsonObject): JsonObject {
  return item;
}

import { GatewayError, type JsonObject, type JsonValue } from '#canonical';
import { type SseBlock, encodeSseEvent } from '#sse';
import { isJsonObject } from '../validation/json-values.js';
import { objectsIn } from './json-object.js';
import { outputItemId, toResponseId } from './minted-ids.js';
import { readEvent } from './read-event.js';
import { failResponse } from './response-object.js';
import { inputAsItems, isCompaction } from './state.js';

const TRIGGER = 'compaction_trigger';
/** Clients give up on a stream that says nothing for minutes. */
const PROGRESS_EVERY_MS = 5000;
/** What is kept of the user's own words, newest first. */
const MAX_KEPT_CHARACTERS = 256 * 1024;

const ASK_FOR_SUMMARY =
  'The conversation up to here is about to be removed, and only the summary that you write now will be left of it. ' +
  'Write down everything that is needed to go on without a break: what the user wants and has ruled out, what was ' +
  'decided and why, what was done and found out so far, the present state of the work, and what remains to be done, ' +
  'in order. Keep names, paths, identifiers, commands, numbers and error messages exactly as they are. Call no tools, ' +
  'ask nothing, and answer with the summary alone.';

const SUMMARY_HEADING =
  'The earlier part of this conversation was removed. This is the summary that was written of it:';

/** Whether a summary of the conversation is asked for in the place of an answer. */
export function asksForCompaction({ input }: JsonObject): boolean {
  return Array.isArray(input) && input.some((item) => isJsonObject(item) && item['type'] === TRIGGER);
}

/** A request for a compaction, from what the endpoint of that name takes. */
export function toTriggered(body: JsonObject): JsonObject {
  const input = [...inputAsItems(body['input']), { type: TRIGGER }];
  return { ...body, input, stream: false, store: false };
}

/** The same conversation as a request that any model can answer. Tools stay, so that what was cached of it counts. */
export function toSummaryRequest({ text: _text, ...asked }: JsonObject): JsonObject {
  const conversation = objectsIn(asked['input']).filter(({ type }) => type !== TRIGGER);
  const prompt = {
    type: 'message',
    role: 'user',
    content: [{ type: 'input_text', text: ASK_FOR_SUMMARY }],
  };
  const choice: JsonObject =
    asked['tools'] == null && asked['tool_choice'] == null ? {} : { tool_choice: 'none' };
  return { ...asked, ...choice, input: [...conversation, prompt] };
}

/** The items, with every compaction that can be opened told to the model as what it is. */
export function openCompactions(
  input: JsonValue | undefined,
  open: (sealed: string, param: string) => string | undefined,
): JsonValue | undefined {
  if (!Array.isArray(input) || !input.some((item) => isJsonObject(item) && isCompaction(item))) return input;
  return input.map((item, index) => {
    const sealed = isJsonObject(item) && isCompaction(item) ? item['encrypted_content'] : undefined;
    if (typeof sealed !== 'string') return item;
    const summary = open(sealed, `input[${index}].encrypted_content`);
    if (summary === undefined) return item;
    const text = `${SUMMARY_HEADING}\n\n${summary}`;
    return { type: 'message', role: 'user', content: [{ type: 'input_text', text }] };
  });
}

/** How a summary is made an item. */
export interface CompactionContext {
  requestId: string;
  seal: (summary: string) => string;
}

/** The answer to a request for a summary, as the compaction that was asked for. */
export function toCompaction(response: JsonObject, context: CompactionContext): JsonObject {
  return { ...response, output: [compactionItem(objectsIn(response['output']), context)] };
}

/** What is left of a conversation: what the user has said, and the compaction of everything. */
export function toCompactedResponse(
  response: JsonObject,
  input: JsonValue | undefined,
  context: CompactionContext,
): JsonObject {
  const compaction = compactionItem(objectsIn(response['output']), context);
  return {
    id: toResponseId(context.requestId),
    object: 'response.compaction',
    created_at: response['created_at'] ?? Math.floor(Date.now() / 1000),
    output: [...keptMessages(input, context.requestId), compaction],
    usage: response['usage'] ?? null,
  };
}

function keptMessages(input: JsonValue | undefined, requestId: string): JsonObject[] {
  const said = inputAsItems(input).filter(
    ({ type = 'message', role }) => type === 'message' && role === 'user',
  );
  let left = MAX_KEPT_CHARACTERS;
  const kept: JsonObject[] = [];
  for (const [index, message] of [...said.entries()].toReversed()) {
    left -= JSON.stringify(message).length;
    if (left < 0) break;
    const { content } = message;
    kept.unshift({
      id: outputItemId('msg', requestId, index),
      type: 'message',
      status: 'completed',
      role: 'user',
      content: typeof content === 'string' ? [{ type: 'input_text', text: content }] : (content ?? []),
    });
  }
  return kept;
}

function compactionItem(output: readonly JsonObject[], { requestId, seal }: CompactionContext): JsonObject {
  const parts = output.flatMap(({ type, content }) => (type === 'message' ? objectsIn(content) : []));
  const texts = parts.map((part) => part['text']).filter((text) => typeof text === 'string');
  const summary = texts.join('\n\n').trim();
  if (summary === '') {
    throw new GatewayError('upstream-bad-response', 'The model did not write a summary of the conversation.');
  }
  return { id: outputItemId('cmp', requestId, 0), type: 'compaction', encrypted_content: seal(summary) };
}

/** The events of an answer that is a summary, as those of the compaction that was asked for. */
export class CompactionEvents {
  private readonly items: JsonObject[] = [];
  private sequenceNumber = 0;
  private toldAtMs = 0;

  constructor(private readonly context: CompactionContext) {}

  /** What to send for this block; nothing for the summary itself. */
  push({ event, raw }: SseBlock): string {
    if (event === undefined) return Buffer.from(raw).toString('utf8');
    const read = readEvent(event);
    if (read === undefined) return '';
    const { type, item, response } = read;
    if (type === 'response.output_item.done' && isJsonObject(item)) this.items.push(item);
    const isFinal = type === 'response.completed' || type === 'response.incomplete';
    if (isFinal && isJsonObject(response)) return this.finish(type, response);
    if (type === 'error' || isJsonObject(response)) return this.encode(read);
    return this.tellProgress();
  }

  private finish(type: string, response: JsonObject): string {
    const output = objectsIn(response['output']);
    try {
      const whole = toCompaction(
        { ...response, output: output.length > 0 ? output : this.items },
        this.context,
      );
      const [item] = objectsIn(whole['output']);
      const at = { output_index: 0, item: item ?? null };
      return (
        this.encode({ type: 'response.output_item.added', ...at }) +
        this.encode({ type: 'response.output_item.done', ...at }) +
        this.encode({ type, response: whole })
      );
    } catch (error) {
      const failed = failResponse({ ...response, output: [] }, GatewayError.from(error));
      return this.encode({ type: 'response.failed', response: failed });
    }
  }

  private tellProgress(): string {
    if (Date.now() - this.toldAtMs < PROGRESS_EVERY_MS) return '';
    this.toldAtMs = Date.now();
    const itemId = outputItemId('cmp', this.context.requestId, 0);
    return this.encode({ type: 'response.compaction.compacting', item_id: itemId, output_index: 0 });
  }

  private encode(event: JsonObject): string {
    const numbered = { ...event, sequence_number: this.sequenceNumber };
    this.sequenceNumber += 1;
    const type = typeof event['type'] === 'string' ? event['type'] : undefined;
    return encodeSseEvent({ event: type, data: JSON.stringify(numbered) });
  }
}

import { GatewayError, isJsonObject, type JsonObject, type JsonValue } from '#canonical';
import { type SseBlock, encodeSseEvent } from '#sse';
import { getObjects } from './json-object.js';
import { buildOutputItemId, toResponseId } from './item-ids.js';
import { readEvent } from './read-event.js';
import { failResponse } from './response-object.js';
import { inputAsItems, isCompaction } from './state.js';

const TRIGGER = 'compaction_trigger';
/** Some clients abort a stream without events after minutes. */
const PROGRESS_EVERY_MS = 5000;
/** The maximum total length of the user messages that remain, newest first. */
const MAX_MESSAGES_LENGTH = 256 * 1024;

const SUMMARY_PROMPT =
  'The conversation up to here is about to be removed, and only the summary that you write now will be left of it. ' +
  'Write down everything that is needed to go on without a break: what the user wants and has ruled out, what was ' +
  'decided and why, what was done and found out so far, the present state of the work, and what remains to be done, ' +
  'in order. Keep names, paths, identifiers, commands, numbers and error messages exactly as they are. Call no tools, ' +
  'ask nothing, and answer with the summary alone.';

const SUMMARY_HEADING =
  'The earlier part of this conversation was removed. This is the summary that was written of it:';

/** The client requested a summary of the conversation instead of a response. */
export function asksForCompaction({ input }: JsonObject): boolean {
  return Array.isArray(input) && input.some((item) => isJsonObject(item) && item['type'] === TRIGGER);
}

/** Converts a request of the compaction endpoint to a Responses request with a compaction trigger. */
export function toTriggered(body: JsonObject): JsonObject {
  const input = [...inputAsItems(body['input']), { type: TRIGGER }];
  return { ...body, input, stream: false, store: false };
}

/**
 * Converts a compaction request to one that any model can respond to. It has the same tools, so that the prompt cache
 * still matches.
 */
export function toSummaryRequest({ text: _text, ...request }: JsonObject): JsonObject {
  const conversation = getObjects(request['input']).filter(({ type }) => type !== TRIGGER);
  const prompt = {
    type: 'message',
    role: 'user',
    content: [{ type: 'input_text', text: SUMMARY_PROMPT }],
  };
  const choice: JsonObject =
    request['tools'] == null && request['tool_choice'] == null ? {} : { tool_choice: 'none' };
  return { ...request, ...choice, input: [...conversation, prompt] };
}

/** Replaces every compaction that can be opened by a message with its summary. */
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

/** How a summary is converted to an item. */
export interface CompactionContext {
  requestId: string;
  seal: (summary: string) => string;
}

/** Converts the response with the summary to the compaction that was requested. */
export function toCompaction(response: JsonObject, context: CompactionContext): JsonObject {
  return { ...response, output: [buildCompactionItem(getObjects(response['output']), context)] };
}

/** The compacted conversation: the user's messages, and a compaction of everything. */
export function toCompactedResponse(
  response: JsonObject,
  input: JsonValue | undefined,
  context: CompactionContext,
): JsonObject {
  const compaction = buildCompactionItem(getObjects(response['output']), context);
  return {
    id: toResponseId(context.requestId),
    object: 'response.compaction',
    created_at: response['created_at'] ?? Math.floor(Date.now() / 1000),
    output: [...getLastUserMessages(input, context.requestId), compaction],
    usage: response['usage'] ?? null,
  };
}

function getLastUserMessages(input: JsonValue | undefined, requestId: string): JsonObject[] {
  const userMessages = inputAsItems(input).filter(
    ({ type = 'message', role }) => type === 'message' && role === 'user',
  );
  let remaining = MAX_MESSAGES_LENGTH;
  const messages: JsonObject[] = [];
  for (const [index, message] of [...userMessages.entries()].toReversed()) {
    remaining -= JSON.stringify(message).length;
    if (remaining < 0) break;
    const { content } = message;
    messages.unshift({
      id: buildOutputItemId('msg', requestId, index),
      type: 'message',
      status: 'completed',
      role: 'user',
      content: typeof content === 'string' ? [{ type: 'input_text', text: content }] : (content ?? []),
    });
  }
  return messages;
}

function buildCompactionItem(
  output: readonly JsonObject[],
  { requestId, seal }: CompactionContext,
): JsonObject {
  const parts = output.flatMap(({ type, content }) => (type === 'message' ? getObjects(content) : []));
  const texts = parts.map((part) => part['text']).filter((text) => typeof text === 'string');
  const summary = texts.join('\n\n').trim();
  if (summary === '') {
    throw new GatewayError('upstream-bad-response', 'The model did not write a summary of the conversation.');
  }
  return { id: buildOutputItemId('cmp', requestId, 0), type: 'compaction', encrypted_content: seal(summary) };
}

/** Converts the events of a response with a summary to those of a compaction. */
export class CompactionEvents {
  private readonly items: JsonObject[] = [];
  private sequenceNumber = 0;
  private progressAtMs = 0;

  constructor(private readonly context: CompactionContext) {}

  /** The text to send for this block; empty for events of the summary itself. */
  push({ event, raw }: SseBlock): string {
    if (event === undefined) return Buffer.from(raw).toString('utf8');
    const read = readEvent(event);
    if (read === undefined) return '';
    const { type, item, response } = read;
    if (type === 'response.output_item.done' && isJsonObject(item)) this.items.push(item);
    const isFinal = type === 'response.completed' || type === 'response.incomplete';
    if (isFinal && isJsonObject(response)) return this.finish(type, response);
    if (type === 'error' || isJsonObject(response)) return this.encode(read);
    return this.encodeProgress();
  }

  private finish(type: string, response: JsonObject): string {
    const output = getObjects(response['output']);
    try {
      const whole = toCompaction(
        { ...response, output: output.length > 0 ? output : this.items },
        this.context,
      );
      const [item] = getObjects(whole['output']);
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

  private encodeProgress(): string {
    if (Date.now() - this.progressAtMs < PROGRESS_EVERY_MS) return '';
    this.progressAtMs = Date.now();
    const itemId = buildOutputItemId('cmp', this.context.requestId, 0);
    return this.encode({ type: 'response.compaction.compacting', item_id: itemId, output_index: 0 });
  }

  private encode(event: JsonObject): string {
    const numbered = { ...event, sequence_number: this.sequenceNumber };
    this.sequenceNumber += 1;
    const type = typeof event['type'] === 'string' ? event['type'] : undefined;
    return encodeSseEvent({ event: type, data: JSON.stringify(numbered) });
  }
}

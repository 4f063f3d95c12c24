import { type JsonObject, type JsonValue } from '#canonical';
import { JsonDocument } from '../json-scan/json-document.js';
import { ROOT } from '../json-scan/json-outline.js';
import { spliceBytes } from '../json-scan/splice-bytes.js';
import { type TokenCounter, readCount, removeMembers } from '../token-counter.js';
import { isJsonObject } from '../validation/json-values.js';

/** Members of blocks that hold words, and those whose JSON the model gets to read. Files are not words. */
const WORDS = ['text', 'thinking', 'title', 'context', 'name', 'description'];
const STRUCTURES = ['input', 'input_schema'];

/** What only an answer has; whoever counts refuses it. */
const OF_ANSWERS: ReadonlySet<string> = new Set([
  'max_tokens',
  'stream',
  'temperature',
  'top_p',
  'top_k',
  'stop_sequences',
  'metadata',
  'service_tier',
  'container',
  'inference_geo',
]);

/** An answer has to have room beside the thinking. */
const ROOM_TOKENS = 1024;

/** `POST /v1/messages/count_tokens` */
export const anthropicMessagesTokenCounter: TokenCounter = {
  open: (body) => ({ body: withLimit(JsonDocument.scan(body)) }),
  getTexts: ({ system, messages, tools }) => [
    ...getTexts(system),
    ...getMessageTexts(messages),
    ...getTexts(tools),
  ],
  encodeRequest: (body) => removeMembers(body, OF_ANSWERS),
  decodeCount: (answer) => readCount(answer['input_tokens']),
  encodeCount: (inputTokens) => ({ input_tokens: inputTokens }),
};

/** A request for a count sets no limit; one for an answer has to. */
function withLimit(document: JsonDocument): Buffer {
  const { bytes, outline, members } = document;
  if (document.member('max_tokens') !== undefined) return bytes;
  const thinking = document.member('thinking');
  const asked = thinking && document.value(thinking);
  const budget = isJsonObject(asked) ? (readCount(asked['budget_tokens']) ?? 0) : 0;
  const start = outline.start(ROOT) + 1;
  const limit = `"max_tokens":${budget + ROOM_TOKENS}${members.length === 0 ? '' : ','}`;
  return spliceBytes(bytes, [{ start, end: start, replacement: limit }]);
}

function getMessageTexts(messages: JsonValue | undefined): string[] {
  if (!Array.isArray(messages)) return [];
  return messages.flatMap((message) => (isJsonObject(message) ? getTexts(message['content']) : []));
}

function getTexts(value: JsonValue | undefined): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(getTexts);
  return isJsonObject(value) ? getBlockTexts(value) : [];
}

function getBlockTexts(block: JsonObject): string[] {
  const words = WORDS.flatMap((key) => getTexts(block[key]));
  const structures = STRUCTURES.flatMap((key) =>
    isJsonObject(block[key]) ? [JSON.stringify(block[key])] : [],
  );
  return [...words, ...structures, ...getTexts(block['content']), ...getSourceTexts(block['source'])];
}

/** A document may be given as plain text, or as blocks of its own. */
function getSourceTexts(source: JsonValue | undefined): string[] {
  if (!isJsonObject(source)) return [];
  return source['type'] === 'text' ? getTexts(source['data']) : getTexts(source['content']);
}

import { isJsonObject, type JsonObject, type JsonValue } from '#canonical';
import { JsonDocument, ROOT, spliceBytes } from '#json-scan';
import { type TokenCounter, readCount, removeMembers } from '../token-counter.js';

/** The members of a block that contain text, and those whose JSON the model reads. Files are not counted. */
const TEXT_MEMBERS = ['text', 'thinking', 'title', 'context', 'name', 'description'];
const JSON_MEMBERS = ['input', 'input_schema'];

/** Members that only a request for a message has. Token counting endpoints reject them. */
const MESSAGE_ONLY_MEMBERS: ReadonlySet<string> = new Set([
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

/** Added to the thinking budget, which must be less than `max_tokens`. */
const OUTPUT_TOKENS = 1024;

/** `POST /v1/messages/count_tokens` */
export const anthropicMessagesTokenCounter: TokenCounter = {
  open: (body) => ({ body: withLimit(JsonDocument.scan(body)) }),
  getTexts: ({ system, messages, tools }) => [
    ...getTexts(system),
    ...getMessageTexts(messages),
    ...getTexts(tools),
  ],
  encodeRequest: (body) => removeMembers(body, MESSAGE_ONLY_MEMBERS),
  decodeCount: (response) => readCount(response['input_tokens']),
  encodeCount: (inputTokens) => ({ input_tokens: inputTokens }),
};

/** A request for a token count has no `max_tokens`, but the validation of messages requires it. */
function withLimit(document: JsonDocument): Buffer {
  const { bytes, outline, members } = document;
  if (document.member('max_tokens') !== undefined) return bytes;
  const thinking = document.member('thinking');
  const settings = thinking && document.value(thinking);
  const budget = isJsonObject(settings) ? (readCount(settings['budget_tokens']) ?? 0) : 0;
  const start = outline.start(ROOT) + 1;
  const limit = `"max_tokens":${budget + OUTPUT_TOKENS}${members.length === 0 ? '' : ','}`;
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
  const words = TEXT_MEMBERS.flatMap((key) => getTexts(block[key]));
  const structures = JSON_MEMBERS.flatMap((key) =>
    isJsonObject(block[key]) ? [JSON.stringify(block[key])] : [],
  );
  return [...words, ...structures, ...getTexts(block['content']), ...getSourceTexts(block['source'])];
}

/** The source of a document may be plain text or a list of blocks. */
function getSourceTexts(source: JsonValue | undefined): string[] {
  if (!isJsonObject(source)) return [];
  return source['type'] === 'text' ? getTexts(source['data']) : getTexts(source['content']);
}

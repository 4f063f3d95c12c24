import { isJsonObject, type JsonObject, type JsonValue } from '#canonical';
import { type Change, changeAt, changeDocument, changeElements, withMember } from '../policies/change.js';
import { createOutputLimit } from '../policies/output-members.js';
import { type MapText, type RequestView, type TextRole, isForm } from '../policies/request-view.js';
import { mapData, mapItem, mapString } from '../policies/texts.js';
import { parseNumber, toWord } from '../policies/requested-values.js';

const MIN_THINKING_BUDGET = 1024;
const LIMIT = createOutputLimit(['max_tokens'], { isRequired: true });

export const anthropicMessagesView: RequestView = {
  inputName: 'messages',
  mapTexts: (body, map) =>
    changeDocument(body, {
      system: (system) => mapContent(system, 'system', map),
      messages: (messages) => changeElements(messages, (message) => mapMessage(message, map)),
    }),
  output: {
    cap: (body) => LIMIT.cap(body),
    withLimit: (body, limit) => {
      const limited = LIMIT.withLimit(body, limit);
      return isForm(limited) ? limited : withinLimit(limited, limit);
    },
  },
};

/** The thinking budget must be less than `max_tokens`, or the service refuses the request. */
function withinLimit(body: JsonObject, limit: number): JsonObject {
  const thinking = body['thinking'];
  if (!isJsonObject(thinking) || limit <= MIN_THINKING_BUDGET) return body;
  const budget = parseNumber(thinking['budget_tokens']) ?? 0;
  if (budget < limit) return body;
  return withMember(body, 'thinking', { ...thinking, budget_tokens: limit - 1 });
}

function mapMessage(message: JsonValue, map: MapText): JsonValue {
  if (!isJsonObject(message)) return message;
  const { role } = message;
  const speaker = role === 'assistant' || role === 'system' ? role : 'user';
  return changeAt(message, { content: (content) => mapContent(content, speaker, map) });
}

function mapContent(content: JsonValue, role: TextRole, map: MapText): JsonValue {
  if (typeof content === 'string') return map(content, role);
  return changeElements(content, (block) => (isJsonObject(block) ? mapBlock(block, role, map) : block));
}

function mapBlock(block: JsonObject, role: TextRole, map: MapText): JsonValue {
  const mapText = (text: string): string => map(text, role);
  const text: Change = (value) => mapString(value, mapText);
  const item: Change = (value) => mapItem(value, mapText);
  switch (block['type']) {
    case 'text':
      return changeAt(block, { text, citations: item });
    case 'thinking':
      // Signed text must not change.
      return block['signature'] ? block : changeAt(block, { thinking: text });
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return changeAt(block, { input: (input) => mapData(input, mapText) });
    case 'tool_result':
    case 'mcp_tool_result':
      return changeAt(block, { content: (content) => mapContent(content, 'tool', map) });
    case 'document':
      return changeAt(block, {
        title: text,
        context: text,
        source: (source) => mapDocumentSource(source, role, map),
      });
    case 'search_result':
      return changeAt(block, { title: text, content: (content) => mapContent(content, role, map) });
    case 'image':
    case 'redacted_thinking':
      return block;
    default:
      return mapItem(block, toWord(block['type']).endsWith('_result') ? (one) => map(one, 'tool') : mapText);
  }
}

function mapDocumentSource(source: JsonValue, role: TextRole, map: MapText): JsonValue {
  if (!isJsonObject(source)) return source;
  return changeAt(source, {
    content: (content) => mapContent(content, role, map),
    data: (data) => (source['type'] === 'text' ? mapString(data, (text) => map(text, role)) : data),
  });
}

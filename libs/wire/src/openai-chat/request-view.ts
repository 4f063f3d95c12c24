import { isJsonObject, type JsonValue } from '#canonical';
import { type Change, changeAt, changeDocument, changeElements } from '../policies/change.js';
import { createOutputLimit } from '../policies/output-members.js';
import { type MapText, type RequestView, type TextRole } from '../policies/request-view.js';
import { mapJsonText, mapString } from '../policies/texts.js';
import { getNumbers, toWord } from '../policies/requested-values.js';

const ROLES = new Map<string, TextRole>([
  ['developer', 'system'],
  ['system', 'system'],
  ['assistant', 'assistant'],
  ['tool', 'tool'],
  ['function', 'tool'],
]);

export const openAiChatView: RequestView = {
  inputName: 'messages',
  mapTexts: (body, map) =>
    changeDocument(body, {
      messages: (messages) => changeElements(messages, (message) => mapMessage(message, map)),
      // The predicted output was written by the client.
      prediction: (prediction) =>
        changeAt(prediction, { content: buildContentChange((text) => map(text, 'user')) }),
    }),
  output: createOutputLimit(['max_completion_tokens', 'max_tokens']),
  getChoices: (body) => getNumbers(body, ['n']),
};

export function mapMessage(message: JsonValue, map: MapText): JsonValue {
  if (!isJsonObject(message)) return message;
  const role = ROLES.get(toWord(message['role'])) ?? 'user';
  const mapText = (text: string): string => map(text, role);
  const text: Change = (value) => mapString(value, mapText);
  const call = buildCallChange(mapText);
  return changeAt(message, {
    content: buildContentChange(mapText),
    refusal: text,
    reasoning: text,
    reasoning_content: text,
    thinking_blocks: (blocks) => changeElements(blocks, (block) => mapThinking(block, text)),
    tool_calls: (calls) => changeElements(calls, (one) => changeAt(one, { function: call, custom: call })),
    function_call: call,
  });
}

function buildCallChange(mapText: (text: string) => string): Change {
  return (call) =>
    changeAt(call, {
      arguments: (value) => mapString(value, (text) => mapJsonText(text, mapText)),
      input: (value) => mapString(value, mapText),
    });
}

/** A string or an array of parts. Parts of any type have their text in one of two members. */
function buildContentChange(mapText: (text: string) => string): Change {
  const text: Change = (value) => mapString(value, mapText);
  return (content) =>
    typeof content === 'string'
      ? mapText(content)
      : changeElements(content, (part) => changeAt(part, { text, refusal: text }));
}

/** Signed text must not change. */
function mapThinking(block: JsonValue, text: Change): JsonValue {
  return isJsonObject(block) && block['signature'] ? block : changeAt(block, { thinking: text });
}

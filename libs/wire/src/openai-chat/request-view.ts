import { type JsonValue } from '#canonical';
import { type Change, changeAt, changeDocument, changeElements } from '../policies/change.js';
import { outputMember } from '../policies/output-members.js';
import { type MapText, type RequestView, type TextRole } from '../policies/request-view.js';
import { mapJsonText, mapString } from '../policies/texts.js';
import { numbersNamed, wordIn } from '../policies/requested-values.js';
import { isJsonObject } from '../validation/json-values.js';

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
      // What the client expects to be answered is its own writing.
      prediction: (prediction) => changeAt(prediction, { content: getContent((text) => map(text, 'user')) }),
    }),
  output: outputMember(['max_completion_tokens', 'max_tokens']),
  getChoices: (body) => numbersNamed(body, ['n']),
};

export function mapMessage(message: JsonValue, map: MapText): JsonValue {
  if (!isJsonObject(message)) return message;
  const role = ROLES.get(wordIn(message['role'])) ?? 'user';
  const mapText = (text: string): string => map(text, role);
  const text: Change = (value) => mapString(value, mapText);
  const call = changeCall(mapText);
  return changeAt(message, {
    content: getContent(mapText),
    refusal: text,
    reasoning: text,
    reasoning_content: text,
    thinking_blocks: (blocks) => changeElements(blocks, (block) => mapThinking(block, text)),
    tool_calls: (calls) => changeElements(calls, (one) => changeAt(one, { function: call, custom: call })),
    function_call: call,
  });
}

function changeCall(mapText: (text: string) => string): Change {
  return (call) =>
    changeAt(call, {
      arguments: (value) => mapString(value, (text) => mapJsonText(text, mapText)),
      input: (value) => mapString(value, mapText),
    });
}

/** A string, or parts: whatever kind a part is of, its text stands in one of two members. */
function getContent(mapText: (text: string) => string): Change {
  const text: Change = (value) => mapString(value, mapText);
  return (content) =>
    typeof content === 'string'
      ? mapText(content)
      : changeElements(content, (part) => changeAt(part, { text, refusal: text }));
}

/** What is signed has to come back as it was. */
function mapThinking(block: JsonValue, text: Change): JsonValue {
  return isJsonObject(block) && block['signature'] ? block : changeAt(block, { thinking: text });
}

import { isJsonObject, type JsonObject, type JsonValue } from '#canonical';
import { type Change, changeAt, changeDocument, changeElements, changeMembers } from '../policies/change.js';
import { createOutputLimit } from '../policies/output-members.js';
import {
  type MapText,
  type RequestBody,
  type RequestView,
  type TextRole,
  isForm,
} from '../policies/request-view.js';
import { mapItem, mapString } from '../policies/texts.js';
import { parseNumber, parseSize, toRequestedValues, toWord } from '../policies/requested-values.js';

const MESSAGE_ROLES = new Map<string, TextRole>([
  ['developer', 'system'],
  ['system', 'system'],
  ['assistant', 'assistant'],
]);

export const openAiResponsesView: RequestView = {
  inputName: 'input',
  mapTexts: (body, map) =>
    changeDocument(body, {
      instructions: (value) => mapString(value, (text) => map(text, 'system')),
      prompt: (prompt) => changeAt(prompt, { variables: (variables) => mapVariables(variables, map) }),
      input: (input) => mapInput(input, map),
    }),
  output: createOutputLimit(['max_output_tokens']),
  getChoices: (body) =>
    findImageTools(body).flatMap(({ tool, path }) => toRequestedValues(`${path}.n`, parseNumber(tool['n']))),
  getImageSizes: (body) =>
    findImageTools(body).flatMap(({ tool, path }) =>
      toRequestedValues(`${path}.size`, parseSize(tool['size'])),
    ),
};

/** Maps the items of a conversation, wherever it is in the request. */
export function mapInput(input: JsonValue, map: MapText): JsonValue {
  if (typeof input === 'string') return map(input, 'user');
  return changeElements(input, (item) => mapInputItem(item, map));
}

/** Maps one item of a conversation. Its type decides which members have text, because any type may have a role. */
export function mapInputItem(item: JsonValue, map: MapText): JsonValue {
  if (!isJsonObject(item)) return item;
  const kind = toWord(item['type']);
  const isMessage = kind === 'message' || (kind === '' && item['role'] !== undefined);
  const role = getRole(kind, toWord(item['role']), isMessage);
  if (isMessage) return changeAt(item, { content: buildContentChange((text) => map(text, role)) });
  // The summary of encrypted reasoning belongs to the encrypted content.
  if (kind === 'reasoning' && item['encrypted_content']) return item;
  // Definitions of tools are not messages.
  if (kind === 'additional_tools') return item;
  // Calls, results and outputs of the service's tools: there are many types, and new ones are added.
  return mapItem(item, (text) => map(text, role));
}

function getRole(kind: string, role: string, isMessage: boolean): TextRole {
  if (kind.endsWith('_output')) return 'tool';
  return MESSAGE_ROLES.get(role) ?? (isMessage || role !== '' ? 'user' : 'assistant');
}

function buildContentChange(mapText: (text: string) => string): Change {
  const text: Change = (value) => mapString(value, mapText);
  return (content) =>
    typeof content === 'string'
      ? mapText(content)
      : changeElements(content, (part) => changeAt(part, { text, refusal: text, transcript: text }));
}

/** The variables of a stored prompt: strings, or parts. */
function mapVariables(variables: JsonValue, map: MapText): JsonValue {
  if (!isJsonObject(variables)) return variables;
  const text: Change = (value) => mapString(value, (one) => map(one, 'user'));
  return changeMembers(variables, (value) => changeAt(text(value), { text }));
}

/** Image generation tools, which have options of their own. */
function findImageTools(body: RequestBody): { tool: JsonObject; path: string }[] {
  const tools = isForm(body) ? undefined : body['tools'];
  if (!Array.isArray(tools)) return [];
  return tools.flatMap((tool, index) =>
    isJsonObject(tool) && tool['type'] === 'image_generation' ? [{ tool, path: `tools[${index}]` }] : [],
  );
}

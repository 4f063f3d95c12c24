import { type JsonObject, type JsonValue } from '#canonical';
import { type Change, changeAt, changeDocument, changeElements, changeMembers } from '../policies/change.js';
import { outputMember } from '../policies/output-members.js';
import {
  type MapText,
  type RequestBody,
  type RequestView,
  type TextRole,
  isForm,
} from '../policies/request-view.js';
import { mapItem, mapString } from '../policies/texts.js';
import { numberIn, sizeIn, requestedValue, wordIn } from '../policies/requested-values.js';
import { isJsonObject } from '../validation/json-values.js';

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
  output: outputMember(['max_output_tokens']),
  getChoices: (body) =>
    imageTools(body).flatMap(({ tool, path }) => requestedValue(`${path}.n`, numberIn(tool['n']))),
  getImageSizes: (body) =>
    imageTools(body).flatMap(({ tool, path }) => requestedValue(`${path}.size`, sizeIn(tool['size']))),
};

/** The turns of a conversation in this format, wherever they stand. */
export function mapInput(input: JsonValue, map: MapText): JsonValue {
  if (typeof input === 'string') return map(input, 'user');
  return changeElements(input, (item) => mapInputItem(item, map));
}

/** One item of a conversation in this format. Its kind decides where its texts stand: any kind may name a role. */
export function mapInputItem(item: JsonValue, map: MapText): JsonValue {
  if (!isJsonObject(item)) return item;
  const kind = wordIn(item['type']);
  const isMessage = kind === 'message' || (kind === '' && item['role'] !== undefined);
  const role = getRole(kind, wordIn(item['role']), isMessage);
  if (isMessage) return changeAt(item, { content: getContent((text) => map(text, role)) });
  // The summary of sealed reasoning is sealed with it.
  if (kind === 'reasoning' && item['encrypted_content']) return item;
  // What defines tools is no turn, here as little as beside the input.
  if (kind === 'additional_tools') return item;
  // Calls, results and what tools of the service have done: there are many kinds, and new ones come.
  return mapItem(item, (text) => map(text, role));
}

function getRole(kind: string, role: string, isMessage: boolean): TextRole {
  if (kind.endsWith('_output')) return 'tool';
  return MESSAGE_ROLES.get(role) ?? (isMessage || role !== '' ? 'user' : 'assistant');
}

function getContent(mapText: (text: string) => string): Change {
  const text: Change = (value) => mapString(value, mapText);
  return (content) =>
    typeof content === 'string'
      ? mapText(content)
      : changeElements(content, (part) => changeAt(part, { text, refusal: text, transcript: text }));
}

/** What is filled into a prompt that the service keeps: strings, or parts. */
function mapVariables(variables: JsonValue, map: MapText): JsonValue {
  if (!isJsonObject(variables)) return variables;
  const text: Change = (value) => mapString(value, (one) => map(one, 'user'));
  return changeMembers(variables, (value) => changeAt(text(value), { text }));
}

/** Images can be made by the way, too. */
function imageTools(body: RequestBody): { tool: JsonObject; path: string }[] {
  const tools = isForm(body) ? undefined : body['tools'];
  if (!Array.isArray(tools)) return [];
  return tools.flatMap((tool, index) =>
    isJsonObject(tool) && tool['type'] === 'image_generation' ? [{ tool, path: `tools[${index}]` }] : [],
  );
}

import { type JsonObject, type JsonValue } from '#canonical';
import { type Change, type Changes, changeElements, changeMembers } from '../policies/change.js';
import {
  type MapText,
  type OutputCap,
  type PixelSize,
  type RequestBody,
  type RequestView,
  type TextRole,
  type RequestedValue,
  isForm,
} from '../policies/request-view.js';
import { mapData, mapItem, mapString } from '../policies/texts.js';
import { numberIn, requestedValue, wordIn } from '../policies/requested-values.js';
import { isJsonObject } from '../validation/json-values.js';
import { camelCase } from './proto-object.js';

/** The longer side of a square image, by the names that this format has for sizes. */
const IMAGE_SIDES = new Map([
  ['512', 512],
  ['1K', 1024],
  ['2K', 2048],
  ['4K', 4096],
]);

export const geminiView: RequestView = {
  inputName: 'contents',
  mapTexts(body, map) {
    if (isForm(body)) return body;
    return changeObject(body, {
      systemInstruction: (content) =>
        typeof content === 'string' ? map(content, 'system') : mapContent(content, map, 'system'),
      contents: (contents) => changeRepeated(contents, (content) => mapContent(content, map)),
    });
  },
  output: { cap, withLimit },
  getChoices: (body) =>
    settings(body, 'candidateCount').flatMap(({ param, value }) => requestedValue(param, numberIn(value))),
  getImageSizes: (body) =>
    settings(body, 'imageConfig').flatMap(({ param, value }) =>
      fields(value, 'imageSize', param).flatMap((size) => requestedValue(size.param, getSquare(size.value))),
    ),
};

/** The turn of a conversation, or a text to embed: `role` where it is not for the content itself to say. */
export function mapContent(content: JsonValue, map: MapText, role?: TextRole): JsonValue {
  if (!isJsonObject(content)) return content;
  const speaker = role ?? (wordIn(content['role']).toLowerCase() === 'model' ? 'assistant' : 'user');
  return changeFields(content, {
    parts: (parts) => changeRepeated(parts, (part) => mapPart(part, map, speaker)),
  });
}

function mapPart(part: JsonValue, map: MapText, role: TextRole): JsonValue {
  if (!isJsonObject(part) || isSealedThought(part)) return part;
  const text: Change = (value) => mapString(value, (one) => map(one, role));
  const data: Change = (value) => mapData(value, (one) => map(one, role));
  const result: Change = (value) => mapData(value, (one) => map(one, 'tool'));
  return changeFields(part, {
    text,
    functionCall: (call) => changeFields(call, { args: data }),
    functionResponse: (response) => changeFields(response, { response: result }),
    executableCode: (code) => changeFields(code, { code: text }),
    codeExecutionResult: (answer) => changeFields(answer, { output: result }),
    toolCall: (call) => mapItem(call, (one) => map(one, 'assistant')),
    toolResponse: (response) => mapItem(response, (one) => map(one, 'tool')),
  });
}

/** What is signed has to come back as it was. */
function isSealedThought(part: JsonObject): boolean {
  return part['thought'] === true && fields(part, 'thoughtSignature').length > 0;
}

function cap(body: RequestBody): OutputCap | undefined {
  if (isForm(body)) return undefined;
  const given = settings(body, 'maxOutputTokens');
  const limits = given.flatMap(({ param, value }) => requestedValue(param, numberIn(value)));
  const [highest] = limits.toSorted((a, b) => b.value - a.value);
  if (highest !== undefined) return { param: highest.param, limit: highest.value };
  return given.length === 0 ? { param: 'generationConfig.maxOutputTokens' } : undefined;
}

function withLimit(body: RequestBody, limit: number): RequestBody {
  if (isForm(body)) return body;
  if (settings(body, 'maxOutputTokens').length > 0) {
    const lower: Change = (value) => ((numberIn(value) ?? 0) > limit ? limit : value);
    return changeObject(body, {
      generationConfig: (config) => changeFields(config, { maxOutputTokens: lower }),
    });
  }
  const key = Object.keys(body).find((name) => camelCase(name) === 'generationConfig') ?? 'generationConfig';
  const config = body[key] ?? {};
  if (!isJsonObject(config)) return body;
  return { ...body, [key]: { ...config, maxOutputTokens: limit } };
}

/** The settings of this name, as often and in whichever spelling they are given. */
function settings(body: RequestBody, name: string): RequestedValue<JsonValue>[] {
  if (isForm(body)) return [];
  return fields(body, 'generationConfig').flatMap(({ param, value }) => fields(value, name, param));
}

function fields(object: JsonValue, name: string, path = ''): RequestedValue<JsonValue>[] {
  if (!isJsonObject(object)) return [];
  const given = Object.entries(object).filter(([key, value]) => value !== null && camelCase(key) === name);
  return given.map(([key, value]) => ({ param: path === '' ? key : `${path}.${key}`, value }));
}

/** `change` for every element of a list, or for the one object that stands in its place. */
function changeRepeated(value: JsonValue, change: Change): JsonValue {
  return isJsonObject(value) ? change(value) : changeElements(value, change);
}

function changeFields(value: JsonValue, changes: Changes): JsonValue {
  return isJsonObject(value) ? changeObject(value, changes) : value;
}

/** By the names of fields, in either spelling. */
function changeObject(object: JsonObject, changes: Changes): JsonObject {
  return changeMembers(object, (member, key) => {
    const field = camelCase(key);
    return Object.hasOwn(changes, field) ? (changes[field]?.(member) ?? member) : member;
  });
}

function getSquare(size: JsonValue): PixelSize | undefined {
  const side = IMAGE_SIDES.get(wordIn(size).toUpperCase());
  return side === undefined ? undefined : { width: side, height: side };
}

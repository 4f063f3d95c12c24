import { isJsonObject, type JsonObject, type JsonValue } from '#canonical';
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
import { parseNumber, toRequestedValues, toWord } from '../policies/requested-values.js';
import { camelCase } from './proto-object.js';

/** The side of a square image in pixels, by the size names of this format. */
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
    findSettings(body, 'candidateCount').flatMap(({ param, value }) =>
      toRequestedValues(param, parseNumber(value)),
    ),
  getImageSizes: (body) =>
    findSettings(body, 'imageConfig').flatMap(({ param, value }) =>
      findFields(value, 'imageSize', param).flatMap((size) =>
        toRequestedValues(size.param, getSquare(size.value)),
      ),
    ),
};

/** Maps a message of a conversation or a text to embed. `role` overrides the role of the content. */
export function mapContent(content: JsonValue, map: MapText, role?: TextRole): JsonValue {
  if (!isJsonObject(content)) return content;
  const speaker = role ?? (toWord(content['role']).toLowerCase() === 'model' ? 'assistant' : 'user');
  return changeFields(content, {
    parts: (parts) => changeRepeated(parts, (part) => mapPart(part, map, speaker)),
  });
}

function mapPart(part: JsonValue, map: MapText, role: TextRole): JsonValue {
  if (!isJsonObject(part) || isSignedThought(part)) return part;
  const text: Change = (value) => mapString(value, (one) => map(one, role));
  const data: Change = (value) => mapData(value, (one) => map(one, role));
  const result: Change = (value) => mapData(value, (one) => map(one, 'tool'));
  return changeFields(part, {
    text,
    functionCall: (call) => changeFields(call, { args: data }),
    functionResponse: (response) => changeFields(response, { response: result }),
    executableCode: (code) => changeFields(code, { code: text }),
    codeExecutionResult: (value) => changeFields(value, { output: result }),
    toolCall: (call) => mapItem(call, (one) => map(one, 'assistant')),
    toolResponse: (response) => mapItem(response, (one) => map(one, 'tool')),
  });
}

/** Signed text must not change. */
function isSignedThought(part: JsonObject): boolean {
  return part['thought'] === true && findFields(part, 'thoughtSignature').length > 0;
}

function cap(body: RequestBody): OutputCap | undefined {
  if (isForm(body)) return undefined;
  const settings = findSettings(body, 'maxOutputTokens');
  const limits = settings.flatMap(({ param, value }) => toRequestedValues(param, parseNumber(value)));
  const [highest] = limits.toSorted((a, b) => b.value - a.value);
  if (highest !== undefined) return { param: highest.param, limit: highest.value };
  return settings.length === 0 ? { param: 'generationConfig.maxOutputTokens' } : undefined;
}

function withLimit(body: RequestBody, limit: number): RequestBody {
  if (isForm(body)) return body;
  if (findSettings(body, 'maxOutputTokens').length > 0) {
    const lower: Change = (value) => ((parseNumber(value) ?? 0) > limit ? limit : value);
    return changeObject(body, {
      generationConfig: (config) => changeFields(config, { maxOutputTokens: lower }),
    });
  }
  const key = Object.keys(body).find((name) => camelCase(name) === 'generationConfig') ?? 'generationConfig';
  const config = body[key] ?? {};
  if (!isJsonObject(config)) return body;
  return { ...body, [key]: { ...config, maxOutputTokens: limit } };
}

/** All occurrences of a setting, in either spelling. */
function findSettings(body: RequestBody, name: string): RequestedValue<JsonValue>[] {
  if (isForm(body)) return [];
  return findFields(body, 'generationConfig').flatMap(({ param, value }) => findFields(value, name, param));
}

function findFields(object: JsonValue, name: string, path = ''): RequestedValue<JsonValue>[] {
  if (!isJsonObject(object)) return [];
  const matches = Object.entries(object).filter(([key, value]) => value !== null && camelCase(key) === name);
  return matches.map(([key, value]) => ({ param: path === '' ? key : `${path}.${key}`, value }));
}

/** Applies `change` to every element of a list, or to the one object instead of a list. */
function changeRepeated(value: JsonValue, change: Change): JsonValue {
  return isJsonObject(value) ? change(value) : changeElements(value, change);
}

function changeFields(value: JsonValue, changes: Changes): JsonValue {
  return isJsonObject(value) ? changeObject(value, changes) : value;
}

/** The keys of `changes` are camelCase names and match either spelling. */
function changeObject(object: JsonObject, changes: Changes): JsonObject {
  return changeMembers(object, (member, key) => {
    const field = camelCase(key);
    return Object.hasOwn(changes, field) ? (changes[field]?.(member) ?? member) : member;
  });
}

function getSquare(size: JsonValue): PixelSize | undefined {
  const side = IMAGE_SIDES.get(toWord(size).toUpperCase());
  return side === undefined ? undefined : { width: side, height: side };
}

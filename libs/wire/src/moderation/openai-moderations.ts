import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  MODERATION_CATEGORIES,
  type ModerationResult,
  type ModerationCategory,
  type ModerationPart,
  type ModerationRequest,
  type ModerationVerdict,
} from '#canonical';
import { missing, wrongType, wrongValue } from '../validation/faults.js';
import { decodeExtensions, getRecord, getRecords, toNumber } from '../openai-dialect/json-members.js';
import { RequestObject } from '../validation/request-object.js';
import { readUsage } from '../openai-dialect/usage.js';
import { badResponse } from '../operations/response-errors.js';
import { type ClientOperation } from '../operations/operation-format.js';

const TRANSLATED_MEMBERS = new Set(['model', 'input']);

/** The categories that also apply to images. */
const IMAGE_CATEGORIES = /^(self-harm|sexual$|violence)/;

export const openAiModerationsClient: ClientOperation<ModerationRequest, ModerationResult> = {
  decodeRequest(body) {
    const members = new RequestObject(body);
    return {
      model: members.has('model') ? members.nonEmptyString('model') : '',
      subjects: readInput(members),
      ...decodeExtensions(body, TRANSLATED_MEMBERS),
    };
  },

  encodeResponse: ({ verdicts }, { asked, requestId }) => ({
    id: `modr-${requestId.replace(/^req_/, '')}`,
    model: asked.model,
    results: verdicts.map((verdict, index) => encodeVerdict(verdict, asked.subjects[index] ?? [])),
  }),

  fieldNames: { subjects: 'input' },
};

const MAX_ELEMENTS = 1000;

const MAX_TEXT_LENGTH = 1_000_000;

const EXPECTED_INPUT =
  'a string, an array of strings, or an array of content parts of type text or image_url';

/** Some services do not have all categories; missing ones count as not flagged. */
export function decodeModerations(body: JsonObject, { subjects }: ModerationRequest): ModerationResult {
  const results = getRecords(body['results']);
  if (results.length !== subjects.length) throw badResponse();
  return { verdicts: results.map(decodeVerdict), usage: readUsage(body['usage']) };
}

/** The response has every member that clients expect, so that its bytes can be forwarded. */
export function hasWholeVerdicts(body: JsonObject): boolean {
  return (
    typeof body['id'] === 'string' &&
    typeof body['model'] === 'string' &&
    getRecords(body['results']).every((result) =>
      MODERATION_CATEGORIES.every(
        (category) =>
          typeof getRecord(result['categories'])?.[category] === 'boolean' &&
          typeof getRecord(result['category_scores'])?.[category] === 'number' &&
          Array.isArray(getRecord(result['category_applied_input_types'])?.[category]),
      ),
    )
  );
}

function decodeVerdict(result: Record<string, unknown>): ModerationVerdict {
  const isFlagged = result['flagged'];
  const categories = getRecord(result['categories']);
  const scores = getRecord(result['category_scores']);
  if (typeof isFlagged !== 'boolean' || categories === undefined || scores === undefined) throw badResponse();
  return {
    isFlagged,
    categories: mapCategories((category) => categories[category] === true),
    scores: mapCategories((category) => toNumber(scores[category]) ?? 0),
  };
}

function encodeVerdict(verdict: ModerationVerdict, subject: readonly ModerationPart[]): JsonObject {
  const kinds = (['text', 'image'] as const).filter((kind) => subject.some((part) => part.kind === kind));
  return {
    flagged: verdict.isFlagged,
    categories: verdict.categories,
    category_scores: verdict.scores,
    category_applied_input_types: mapCategories((category) =>
      kinds.filter((kind) => kind === 'text' || IMAGE_CATEGORIES.test(category)),
    ),
  };
}

/** The subjects of moderation: each text on its own, but all parts together. */
function readInput(members: RequestObject): ModerationPart[][] {
  const input = members.value('input');
  if (input === undefined) throw missing('input');
  if (typeof input === 'string') return [[readText(input, 'input')]];
  if (!Array.isArray(input)) throw wrongType('input', EXPECTED_INPUT);
  if (input.length === 0) throw wrongValue('input', 'must not be empty');
  if (input.length > MAX_ELEMENTS) throw wrongValue('input', `must have at most ${MAX_ELEMENTS} elements`);
  if (typeof input[0] === 'string') return input.map((text, index) => [readText(text, `input[${index}]`)]);
  return [input.map((part, index) => readPart(part, `input[${index}]`))];
}

function readText(value: JsonValue, path: string): ModerationPart {
  if (typeof value !== 'string') throw wrongType(path, 'a string, like the first element');
  if (value === '') throw wrongValue(path, 'must not be empty');
  if (value.length > MAX_TEXT_LENGTH)
    throw wrongValue(path, `must have at most ${MAX_TEXT_LENGTH} characters`);
  return { kind: 'text', text: value };
}

function readPart(value: JsonValue, path: string): ModerationPart {
  if (!isJsonObject(value)) throw wrongType(path, 'a string or a part (an object)');
  const part = new RequestObject(value, path);
  const type = part.requiredOneOf('type', ['text', 'image_url']);
  if (type === 'text') return readText(part.requiredString('text'), part.getPath('text'));
  const image = part.requiredObject('image_url');
  const url = image.nonEmptyString('url');
  if (!/^(https?:\/\/|data:image\/)/i.test(url)) {
    throw wrongValue(image.getPath('url'), 'must be an http or https URL, or a data URL of an image');
  }
  return { kind: 'image', url };
}

export function mapCategories<Value>(
  getValue: (category: ModerationCategory) => Value,
): Record<ModerationCategory, Value> {
  const entries = MODERATION_CATEGORIES.map((category) => [category, getValue(category)] as const);
  return Object.fromEntries(entries) as Record<ModerationCategory, Value>;
}

import { type JsonValue, type ModerationPart } from '#canonical';
import { missing, wrongType, wrongValue } from '../openai-dialect/faults.js';
import { RequestObject } from '../openai-dialect/request-object.js';

const MAX_ELEMENTS = 1000;
const MAX_TEXT_LENGTH = 1_000_000;
const EXPECTED = 'a string, an array of strings, or an array of parts of type text and image_url';

/** What is to be judged: each text for itself, but all parts together. */
export function readInput(members: RequestObject): ModerationPart[][] {
  const input = members.value('input');
  if (input === undefined) throw missing('input');
  if (typeof input === 'string') return [[readText(input, 'input')]];
  if (!Array.isArray(input)) throw wrongType('input', EXPECTED);
  if (input.length === 0) throw wrongValue('input', 'must not be empty');
  if (input.length > MAX_ELEMENTS) throw wrongValue('input', `must have at most ${MAX_ELEMENTS} elements`);
  if (typeof input[0] === 'string') return input.map((text, index) => [readText(text, `input[${index}]`)]);
  return [input.map((part, index) => readPart(part, `input[${index}]`))];
}

function readText(value: JsonValue, path: string): ModerationPart {
  if (typeof value !== 'string') throw wrongType(path, 'a string, as the first one is');
  if (value === '') throw wrongValue(path, 'must not be empty');
  if (value.length > MAX_TEXT_LENGTH)
    throw wrongValue(path, `must have at most ${MAX_TEXT_LENGTH} characters`);
  return { kind: 'text', text: value };
}

function readPart(value: JsonValue, path: string): ModerationPart {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw wrongType(path, 'a string or a part (an object)');
  }
  const part = new RequestObject(value, path);
  const type = part.requiredOneOf('type', ['text', 'image_url']);
  if (type === 'text') return readText(part.requiredString('text'), part.getPath('text'));
  const image = part.requiredObject('image_url');
  const url = image.nonEmptyString('url');
  if (!/^(https?:\/\/|data:image\/)/i.test(url)) {
    throw wrongValue(image.getPath('url'), 'must be an http or https link, or a data URL of an image');
  }
  return { kind: 'image', url };
}

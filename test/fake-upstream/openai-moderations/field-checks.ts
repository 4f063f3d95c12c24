import { asText, isAbsent, type Fields } from '../fields.js';
import { checkKnownFields } from '../openai/known-fields.js';
import { Refused, type Path } from '../refused.js';
import {
  checkObject,
  checkOneOf,
  checkOptionalString,
  checkString,
  invalid,
  missing,
  wrongType,
} from '../value-checks.js';

export function checkFields(fields: Fields): void {
  checkKnownFields(fields, ['input', 'model']);
  checkOptionalString(fields.model, ['model']);
  checkInput(fields.input, asText(fields.model ?? ''));
}

function checkInput(input: unknown, model: string): void {
  const path = ['input'];
  if (isAbsent(input)) throw missing(path);
  if (typeof input === 'string') return;
  if (!Array.isArray(input)) throw wrongType(path, 'a string or an array');
  if (input.length === 0) throw new Refused('input cannot be empty.', { path, code: 'empty_array' });
  const areTexts = typeof input[0] === 'string';
  if (!areTexts && model.startsWith('text-')) {
    throw invalid(path, `model ${model} reads text only.`);
  }
  for (const [index, item] of input.entries()) {
    if (areTexts) checkString(item, [...path, index]);
    else checkPart(item, [...path, index]);
  }
}

function checkPart(part: unknown, path: Path): void {
  checkObject(part, path);
  checkOneOf(part.type, [...path, 'type'], ['text', 'image_url']);
  if (part.type === 'text') {
    checkKnownFields(part, ['type', 'text'], path);
    return checkString(part.text, [...path, 'text']);
  }
  checkKnownFields(part, ['type', 'image_url'], path);
  checkObject(part.image_url, [...path, 'image_url']);
  checkString(part.image_url.url, [...path, 'image_url', 'url']);
  if (!/^(https?:\/\/|data:image\/)/.test(part.image_url.url)) {
    throw invalid([...path, 'image_url', 'url'], 'expected a link or a data URL of an image.');
  }
}

import { isObject } from '../fields.js';
import { checkKnownFields } from '../openai/known-fields.js';
import type { Path } from '../refused.js';
import { checkString, missing, wrongType } from '../value-checks.js';

/** A text or an image: a string, or an object with one of them. */
export function checkText(value: unknown, path: Path): void {
  if (typeof value === 'string') return;
  if (value === undefined || value === null) throw missing(path);
  if (!isObject(value)) throw wrongType(path, 'a string or an object');
  const name = 'image' in value ? 'image' : 'text';
  checkKnownFields(value, [name], path);
  checkString(value[name], [...path, name]);
}

export function textIn(value: unknown): string {
  if (!isObject(value)) return String(value);
  return String(value.text ?? value.image);
}

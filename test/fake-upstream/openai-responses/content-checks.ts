import type { Fields } from '../fields.js';
import type { Path } from '../refused.js';
import { checkList, checkObject, checkOneOf, checkString, invalid } from '../value-checks.js';

const INPUT_PARTS = ['input_text', 'input_image', 'input_file', 'input_audio'];
const OUTPUT_PARTS = ['output_text', 'refusal'];

export function checkMessage({ role, content }: Fields, path: Path): void {
  checkOneOf(role, [...path, 'role'], ['user', 'assistant', 'system', 'developer']);
  if (typeof content === 'string') return;
  checkParts(content, [...path, 'content'], role === 'assistant' ? OUTPUT_PARTS : INPUT_PARTS);
}

export function checkParts(parts: unknown, path: Path, types: readonly string[]): void {
  checkList(parts, path);
  for (const [index, part] of parts.entries()) {
    checkObject(part, [...path, index]);
    checkOneOf(part.type, [...path, index, 'type'], types);
    checkPart(part, [...path, index]);
  }
}

function checkPart(part: Fields, path: Path): void {
  if (part.type === 'input_text' || part.type === 'output_text') checkString(part.text, [...path, 'text']);
  if (part.type === 'refusal') checkString(part.refusal, [...path, 'refusal']);
  if (part.type !== 'input_image' || typeof part.file_id === 'string') return;
  const linkPath = [...path, 'image_url'];
  checkString(part.image_url, linkPath);
  if (!/^(https?:\/\/|data:image\/)/.test(part.image_url)) {
    throw invalid(linkPath, 'expected a link or a data URL of an image.');
  }
}

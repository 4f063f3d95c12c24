import { asFields, asList, asText, isAbsent, type Fields } from '../fields.js';
import type { Path } from '../refused.js';
import { badField } from './bad-field.js';
import { isGenuine } from './thought-signature.js';

/** Fields of which a part has exactly one. */
const DATA_FIELDS = [
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
];

/** The service's older libraries use the last one for function results. */
const ROLES = ['user', 'model', 'function'];

/** Links that the service can read: its own files, its own buckets, and videos. */
const READABLE_LINK =
  /^(gs:\/\/|https:\/\/generativelanguage\.googleapis\.com\/|https:\/\/(www\.)?youtu(be\.com|\.be)\/)/;

export function checkContents(contents: unknown): void {
  if (asList(contents).length === 0) throw badField(['contents'], 'contents is not specified');
  for (const [index, content] of asList(contents).entries()) {
    const { role, parts } = asFields(content);
    const path = ['contents', index];
    if (!isAbsent(role) && !ROLES.includes(asText(role))) {
      throw badField([...path, 'role'], 'Please use a valid role: user, model.');
    }
    checkParts(parts, [...path, 'parts']);
  }
}

export function checkParts(parts: unknown, path: Path): void {
  if (asList(parts).length === 0) throw badField(path, 'contents.parts must not be empty.');
  for (const [index, part] of asList(parts).entries()) checkPart(asFields(part), [...path, index]);
}

function checkPart(part: Fields, path: Path): void {
  const data = DATA_FIELDS.filter((name) => !isAbsent(part[name]));
  if (data.length !== 1) {
    throw badField([...path, 'data'], "required oneof field 'data' must have one initialized field");
  }
  if (part.text === '' && isAbsent(part.thoughtSignature))
    throw badField([...path, 'text'], 'must not be empty');
  checkSignature(part.thoughtSignature, [...path, 'thoughtSignature']);
  if (!isAbsent(part.fileData)) checkFile(asFields(part.fileData), [...path, 'fileData']);
  if (!isAbsent(part.inlineData)) checkBlob(asFields(part.inlineData), [...path, 'inlineData']);
  for (const name of ['functionCall', 'functionResponse']) {
    if (isAbsent(part[name]) || asFields(part[name]).name) continue;
    throw badField([...path, name, 'name'], 'Name cannot be empty.');
  }
  if (!isAbsent(part.functionResponse) && isAbsent(asFields(part.functionResponse).response)) {
    throw badField([...path, 'functionResponse', 'response'], 'missing field.');
  }
}

function checkSignature(signature: unknown, path: Path): void {
  if (typeof signature !== 'string' || isGenuine(signature)) return;
  throw badField(path, 'Thought signature is not valid.');
}

function checkFile({ fileUri }: Fields, path: Path): void {
  if (typeof fileUri === 'string' && READABLE_LINK.test(fileUri)) return;
  throw badField([...path, 'fileUri'], `Unsupported file uri: ${String(fileUri)}`);
}

function checkBlob({ mimeType, data }: Fields, path: Path): void {
  if (!mimeType) throw badField([...path, 'mimeType'], 'missing field.');
  if (!data) throw badField([...path, 'data'], 'missing field.');
}

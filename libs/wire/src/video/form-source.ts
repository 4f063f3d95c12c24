import { type Form, type FormEntry, type ImageInput, type JsonValue } from '#canonical';
import { wrongType, wrongValue } from '../openai-dialect/faults.js';
import { RequestObject } from '../openai-dialect/request-object.js';
import { parseFieldName } from '../operations/field-name.js';
import { FormReader } from '../operations/form-reader.js';
import { decodeFile, decodeReference } from './image-reference.js';
import { decodeInputReference, refuseFileId } from './json-source.js';
import { type VideoSource } from './video-source.js';

export function formSource(form: Form): VideoSource {
  const fields = new FormReader(form);
  return {
    fields,
    seconds: () => fields.number('seconds'),
    metadata: () => fields.object('metadata'),
    images: () => [
      ...imagesNamed('image', form),
      ...imagesNamed('images', form),
      ...entriesNamed('input_reference', form).map(decodeInputReferenceEntry),
    ],
  };
}

/** Each may be a file or a text, and a list of texts may come as one JSON array. */
function imagesNamed(name: string, form: Form): ImageInput[] {
  const entries = entriesNamed(name, form).flatMap((entry) =>
    'value' in entry && entry.value.startsWith('[') ? buildElements(entry.value, name) : [entry],
  );
  return entries.map((entry, index) => {
    const param = entries.length === 1 ? name : `${name}[${index}]`;
    return 'file' in entry
      ? decodeFile({ kind: 'file', file: entry.file, param })
      : decodeReference(entry.value, param);
  });
}

function decodeInputReferenceEntry(entry: FormEntry): ImageInput {
  const { base, key } = parseFieldName(entry.name);
  if ('file' in entry) return decodeFile({ kind: 'file', file: entry.file, param: base });
  refuseFileId(key === 'file_id');
  if (entry.value.startsWith('{')) {
    return decodeInputReference(RequestObject.from(parseJson(entry.value, base), base));
  }
  return decodeReference(entry.value, key === undefined ? base : `${base}.${key}`);
}

/** An empty field counts as absent. */
function entriesNamed(name: string, form: Form): FormEntry[] {
  return form.filter(
    (entry) => parseFieldName(entry.name).base === name && !('value' in entry && entry.value === ''),
  );
}

function buildElements(text: string, name: string): FormEntry[] {
  const values = parseJson(text, name);
  if (!Array.isArray(values)) throw wrongType(name, 'a list');
  return values.map((value, index) => {
    if (typeof value !== 'string') throw wrongType(`${name}[${index}]`, 'a string');
    return { name, value };
  });
}

function parseJson(text: string, name: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    throw wrongValue(name, 'is not valid JSON');
  }
}
